import Foundation

extension Network {
    /// The failure of an operation, with the decoded body of the refused response.
    ///
    /// The failure is the same whether the body can be decoded or not.
    ///
    /// ```swift
    /// network.send(todo, as: Todo.self, failingWith: .json(APIError.self))
    ///     .startWithFailed { failure in print(failure.body?.message ?? "\(failure.error)") }
    /// ```
    public struct ErrorWithBody<Body: Sendable>: Error {
        /// The error of the operation.
        public let error: OperationError
        /// The decoded body of the refused response, if it has one.
        public let body: Body?
        /// The error that the decoding threw, if the refused response has a body that cannot be decoded.
        public let bodyFailure: (any Error)?
        /// The request that failed, if it is known. It is not compared.
        public let request: Request?
        /// The status and headers of the refused response. They are not compared.
        public let response: ResponseHead?

        /// Creates a failure, for tests.
        ///
        /// - Parameters:
        ///   - error: The error of the operation.
        ///   - body: The decoded body of the refused response.
        ///   - bodyFailure: The error that the decoding threw.
        ///   - request: The request that failed.
        ///   - response: The status and headers of the refused response.
        public init(
            _ error: OperationError,
            body: Body? = nil,
            bodyFailure: (any Error)? = nil,
            request: Request? = nil,
            response: ResponseHead? = nil
        ) {
            self.error = error
            self.body = body
            self.bodyFailure = bodyFailure
            self.request = request
            self.response = response
        }
    }
}

extension Network.ErrorWithBody: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// The request, if it is known, and the text of the failure; the body is not shown.
    public var description: String {
        let line = (request?.description ?? error.requestLine).map { "\($0): " } ?? ""
        return line + error.ownText + (body.map { " (with \(type(of: $0)))" } ?? "")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }

    /// The text, a Boolean value that indicates whether there is a body, and the response.
    public var customMirror: Mirror {
        Mirror(self, children: ["error": description, "hasBody": body != nil, "response": response as Any])
    }
}

extension Network.ErrorWithBody: Equatable where Body: Equatable {
    /// Returns a Boolean value that indicates whether the errors and the bodies are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.error == right.error && left.body == right.body && (left.bodyFailure == nil) == (right.bodyFailure == nil)
    }
}

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
            default: rejection != nil
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
