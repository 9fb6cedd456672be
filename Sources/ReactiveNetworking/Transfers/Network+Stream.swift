import Foundation

extension Network {
    /// Sends a request, and gives its response piece by piece as it comes, never more than a little of it in memory.
    ///
    /// The head comes first, when its status is accepted; one that is not fails with the response's body, as in `send`.
    /// While the observer takes its time, the connection is read no further (where the transport can pause an exchange, as
    /// ``CurlTransport`` can; with any other, more than the request's `maxBodySize` waiting bytes are a failure).
    ///
    /// Attempts follow one another only until the head has been handed on: what was said cannot be taken back.
    ///
    /// - Parameters:
    ///   - request: what to send; what is wrong with it comes as a failure.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything; none if `nil`, whatever the layers say.
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func stream(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<StreamEvent, OperationError> {
        let options = SendOptions(transferOn: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return .deferred { context in
            if let obstacle { return SignalProducer(error: obstacle) }
            let operation = Operation(request, options, on: self)
            let flow = Backpressure()
            return streaming(operation, flow)
                .delivered(delivery(on: scheduler, in: context, isResponse: false), for: operation)
                .reported(by: operation) { _ in nil }
                .on(value: { event in
                    if case .bytes(let bytes) = event { flow.take(bytes.count) }
                })
        }
    }

    /// Sends a request, and gives the bytes of its response as they come; see
    /// ``stream(_:scheduler:abortAfter:maxRetries:)-(Request,_,_,_)``.
    public func bytes(
        _ request: Request,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<Data, OperationError> {
        stream(request, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries).compactMap(\.bytes)
    }

    /// Sends a request, waits for the head of its response, and gives the body to a loop, at the loop's pace.
    ///
    /// ```swift
    /// let stream = try await network.byteStream(request)
    /// for try await bytes in stream { hash.update(bytes) }
    /// ```
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - abortAfter: the budget for everything, the loop included; none if `nil`, whatever the layers say.
    ///   - maxRetries: how many attempts may follow the first, before the head has come (N6).
    /// - Throws: ``OperationError``; `CancellationError` if the task is cancelled.
    public func byteStream(
        _ request: Request,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> ByteStream {
        let flow = Backpressure()
        let events = SignalProducer<StreamEvent, OperationError>.deferred {
            let options = SendOptions(transferOn: nil, abortAfter: abortAfter, maxRetries: maxRetries)
            if let obstacle { return SignalProducer(error: obstacle) }
            let operation = Operation(request, options, on: self)
            return streaming(operation, flow).reported(by: operation) { _ in nil }
        }
        // Nothing is dropped, and nothing piles up: the gate bounds what waits.
        var iterator = events.values(buffering: .unbounded).makeAsyncIterator()
        guard case .head(let head) = try await iterator.next() else { throw CancellationError() }
        return ByteStream(head: head, iterator, flow)
    }

    private func streaming(
        _ operation: Operation,
        _ flow: Backpressure
    ) -> SignalProducer<StreamEvent, OperationError> {
        SignalProducer { observer, lifetime in
            lifetime.observeEnded { flow.abandon() }
            let reception = StreamReceiver(flow: flow) { observer.send(value: $0) }
            lifetime += perform(operation, receivedBy: reception).start { event in
                switch event {
                case .value: break
                case .failed(let error): observer.send(error: error)
                case .completed: observer.sendCompleted()
                case .interrupted: observer.sendInterrupted()
                }
            }
        }
    }
}

extension Network {
    /// Gives an endpoint's response piece by piece; see ``stream(_:scheduler:abortAfter:maxRetries:)-(Request,_,_,_)``.
    public func stream(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<StreamEvent, OperationError> {
        let request = RequestBuilder(endpoint: endpoint).build()
        return stream(request, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }

    /// Gives the bytes of an endpoint's response; see ``bytes(_:scheduler:abortAfter:maxRetries:)-(Request,_,_,_)``.
    public func bytes(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<Data, OperationError> {
        let request = RequestBuilder(endpoint: endpoint).build()
        return bytes(request, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }

    /// Gives the body of an endpoint's response to a loop; see ``byteStream(_:abortAfter:maxRetries:)-(Request,_,_)``.
    public func byteStream(
        _ endpoint: some Endpoint,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) async throws -> ByteStream {
        let request = RequestBuilder(endpoint: endpoint).build()
        return try await byteStream(request, abortAfter: abortAfter, maxRetries: maxRetries)
    }
}
