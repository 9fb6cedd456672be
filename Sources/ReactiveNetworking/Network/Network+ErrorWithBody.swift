extension Network {
    /// Sends a request, and decodes the body of the response from JSON; the body of a refused response is decoded too.
    ///
    /// ```swift
    /// network.send(.todo(1), as: Todo.self, failingWith: .json(APIError.self))
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``ErrorWithBody``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type to decode from the body of an accepted response.
    ///   - errorDecoding: The decoding of the body of a refused response, off the main thread and within the deadline.
    ///   - decoder: A closure that makes the decoder of JSON, once for each response; the network's own if `nil`. It is
    ///     also the decoder of `errorDecoding`, unless that names its own.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Decoded: Decodable & Sendable, ErrorBody>(
        _ endpoint: some Endpoint,
        as type: Decoded.Type,
        failingWith errorDecoding: Decoding<ErrorBody>,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, ErrorWithBody<ErrorBody>> {
        send(
            endpoint,
            decoding: .json(type, decoder: decoder),
            failingWith: decoder.map(errorDecoding.using) ?? errorDecoding,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends a request, and decodes the body of the response from JSON; the body of a refused response is decoded from
    /// JSON too.
    ///
    /// ```swift
    /// network.send(.todo(1), as: Todo.self, failingWith: Problem.self)
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``ErrorWithBody``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - type: The type to decode from the body of an accepted response.
    ///   - errorType: The type to decode from the body of a refused response, off the main thread and within the
    ///     deadline.
    ///   - decoder: A closure that makes the decoder of both, once for each response; the network's own if `nil`.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Decoded: Decodable & Sendable, ErrorBody: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        as type: Decoded.Type,
        failingWith errorType: ErrorBody.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, ErrorWithBody<ErrorBody>> {
        send(
            endpoint,
            as: type,
            failingWith: .json(errorType),
            decoder: decoder,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends a request, and decodes the body of the response; the body of a refused response is decoded from JSON.
    ///
    /// ```swift
    /// network.send(Route(.delete, "/todos/1"), decoding: .none, failingWith: Problem.self)
    /// ```
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``ErrorWithBody``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - decoding: The decoding of the body of an accepted response.
    ///   - errorType: The type to decode from the body of a refused response, off the main thread and within the
    ///     deadline.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Parsed, ErrorBody: Decodable & Sendable>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        failingWith errorType: ErrorBody.Type,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, ErrorWithBody<ErrorBody>> {
        send(
            endpoint,
            decoding: decoding,
            failingWith: .json(errorType),
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends a request, and decodes the body of the response; the body of a refused response is decoded too.
    ///
    /// The producer is cold: each start is one operation, and disposal cancels it. It fails with an ``ErrorWithBody``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a ``Request``. An invalid request is a failure of the operation.
    ///   - decoding: The decoding of the body of an accepted response.
    ///   - errorDecoding: The decoding of the body of a refused response, off the main thread and within the deadline.
    ///   - scheduler: The scheduler that delivers all events; the network's own if `nil`.
    ///   - abortAfter: The deadline of the whole operation: all attempts, all waits, receiving and parsing. If
    ///     `nil`, that of the layers (``Configuration/abortAfter``), or 10 seconds.
    ///   - maxRetries: The number of attempts that may follow the first. If `nil`, that of the layers
    ///     (``Configuration/maxRetries``), or 10.
    /// - Returns: A producer of one value, the decoded response.
    public func send<Parsed, ErrorBody>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        failingWith errorDecoding: Decoding<ErrorBody>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, ErrorWithBody<ErrorBody>> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        let request = endpoint.makeRequest()
        return SignalProducer(sendingTo: { output in
            let explanation = Locked(Explanation<ErrorBody>())
            var processing = BufferedResponse.decoded(by: decoding)
            processing.handling.explain = { response, decoder in
                let body = response.data.isEmpty ? nil : Result { try errorDecoding.decode(response, decoder) }
                // The body of an earlier attempt must not be released under the lock.
                _ = explanation.withLock { explanation in
                    defer { explanation.refusal = Refusal(response: response.head, body: body) }
                    return explanation.refusal
                }
            }
            let explained = output.mappingErrors { (error: OperationError) in
                let explanation = explanation.withLock { $0 }
                return error.explained(by: explanation.refusal, explanation.request?.value)
            }
            let place = place(of: scheduler, for: output.context, isResponse: true)
            begin(request, options, sendingTo: explained, at: place) { [processing] context, output in
                explanation.withLock { $0.request = context.currentRequest }
                return BufferedReceiver(processing, output)
            }
        })
    }
}

/// Everything that explains the failure of an operation.
private struct Explanation<Body: Sendable>: Sendable {
    var request: CurrentRequest?
    var refusal: Refusal<Body>?
}

/// A refused response and its decoded body.
private struct Refusal<Body: Sendable>: Sendable {
    let response: ResponseHead
    let body: Result<Body, any Error>?
}

extension Network.OperationError {
    /// Adds the body of the refused response to a refusal. A body of an earlier attempt does not explain a later
    /// failure.
    fileprivate func explained<Body>(
        by refusal: Refusal<Body>?,
        _ request: Request?
    ) -> Network.ErrorWithBody<Body> {
        let isRefusal =
            switch self {
            case .unexpectedResponseCode: true
            default: cause(as: ResponseValidationError.self) != nil
            }
        guard isRefusal, let refusal else { return Network.ErrorWithBody(self, request: request) }
        let head = refusal.response
        switch refusal.body {
        case nil: return Network.ErrorWithBody(self, request: request, response: head)
        case .success(let body)?: return Network.ErrorWithBody(self, body: body, request: request, response: head)
        case .failure(let error)?:
            return Network.ErrorWithBody(self, bodyFailure: error, request: request, response: head)
        }
    }
}
