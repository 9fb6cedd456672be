extension Network {
    /// Sends a request, and sends the response piece by piece as it arrives, with only a small part of it in memory.
    ///
    /// ```swift
    /// network.stream(request).compactMap(\.bytes).startWithValues { hash.update($0) }
    /// ```
    ///
    /// The head is the first event, if its status is accepted; a status that is not accepted fails with the response's
    /// body, as in `send`. A slow observer pauses the connection if the transport can pause an exchange, as
    /// `SocketTransport` can. With any other transport, more waiting bytes than ``Request/maxBodySize`` are a
    /// failure.
    ///
    /// There are further attempts only until the head is sent, because events that were sent cannot be taken back.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation. If `nil`, there is none, even if a configuration sets one.
    ///   - maxRetries: The maximum number of retries after the first attempt. If `nil`, that of the configuration
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of the head, and then of the body in pieces.
    public func stream(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<StreamEvent, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        let request = endpoint.makeRequest()
        return SignalProducer(sendingTo: { output in
            let place = place(of: scheduler, for: output.context, isResponse: false).inOrder
            begin(request, options, sendingTo: output, at: place, reporting: { _ in nil }) {
                StreamReceiver(PacedDelivery(to: $1, at: place, for: $0.refreshing))
            }
        })
    }

    /// Sends a request, waits for the head of the response, and returns the body as an asynchronous sequence.
    ///
    /// ```swift
    /// let stream = try await network.byteStream(request)
    /// for try await bytes in stream { hash.update(bytes) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - abortAfter: The deadline of the whole operation, including the loop. If `nil`, there is none, even if a
    ///     configuration sets one.
    ///   - maxRetries: The number of attempts that may follow the first until the head has arrived. If `nil`, that
    ///     of the layers (``Configuration/maxRetries``), or 10.
    /// - Returns: The head, and the body piece by piece.
    /// - Throws: An ``OperationError``, or a `CancellationError` if the task is cancelled.
    nonisolated(nonsending) public func byteStream(
        _ endpoint: some Endpoint,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> ByteStream {
        let flow = Backpressure()
        let request = endpoint.makeRequest()
        let options = SendOptions(transferOn: nil, abortAfter: abortAfter, maxRetries: maxRetries)
        let events = SignalProducer<StreamEvent, OperationError>(sendingTo: { output in
            let place = DeliveryPlace.inPlace(otherwiseOn: nil)
            begin(request, options, sendingTo: output, at: place, reporting: { _ in nil }) {
                StreamReceiver(PacedDelivery(to: $1, at: place, for: $0.refreshing, countedBy: flow))
            }
        })
        // The gate bounds the number of waiting bytes, so an unbounded buffer drops nothing and cannot grow.
        var iterator = events.values(buffering: .unbounded).makeAsyncIterator()
        guard case .head(let head) = try await iterator.next() else { throw CancellationError() }
        return ByteStream(head: head, iterator, flow)
    }
}
