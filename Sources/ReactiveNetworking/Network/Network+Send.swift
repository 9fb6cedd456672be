// Each function is the one operation with another receiver of the response.
extension Network {
    /// Sends a request, and returns the headers of the response.
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``OperationError``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the headers.
    public func send(
        _ endpoint: some Endpoint,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<HTTP.Headers, OperationError> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return perform(endpoint.makeRequest(), options, .headersOnly)
    }

    /// Sends a request, and decodes the body of the response from JSON.
    ///
    /// ```swift
    /// network.send(.todo(1), as: Todo.self)
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``OperationError``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type to decode.
    ///   - decoder: A closure that makes the decoder, once for each response; the network's own
    ///     (``Configuration/decoder``) if `nil`.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Decoded: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Decoded.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, OperationError> {
        send(
            endpoint,
            decoding: .json(type, decoder: decoder),
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends a request, and ignores the body of the response, which may be empty, as that of a 204 is.
    ///
    /// ```swift
    /// network.send(Route(.delete, "/todos/1"), as: Void.self)
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``OperationError``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type of no value.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the response.
    public func send(
        _ endpoint: some Endpoint,
        as type: Void.Type,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Void>, OperationError> {
        send(endpoint, decoding: .none, scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
    }

    /// Sends a request, and decodes the body of the response.
    ///
    /// ```swift
    /// network.send(request, decoding: .json([Todo].self, at: "data.items"))
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``OperationError``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - decoding: The decoding of the body. An error that it throws is an ``OperationError/parseFailure(cause:)``.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Parsed>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, OperationError> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return perform(endpoint.makeRequest(), options, .decoded(by: decoding))
    }
}
