import Foundation

extension Network {
    /// Why an operation failed, with what the server's own error body says of it.
    ///
    /// The failure stays what it is, whether the body can be decoded or not (F-41).
    ///
    /// ```swift
    /// network.send(todo, as: Todo.self, failingWith: APIError.self)
    ///     .startWithFailed { failure in print(failure.body?.message ?? "\(failure.error)") }
    /// ```
    public struct ErrorWithBody<Body: Sendable>: Error {
        /// Why the operation failed.
        public let error: OperationError
        /// The error body, where a response was refused that has one.
        public let body: Body?
        /// Why there is no ``body`` although the refused response had one: what the decoding threw.
        public let bodyFailure: (any Error)?
        /// The request that failed, as far as it is known; it is not compared.
        public let request: Request?
        /// Status and headers of the refused response. They are not compared.
        public let response: ResponseHead?

        /// A failure made by hand, for tests.
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
    /// The request, if that is known, and the text of the failure; the body is not shown.
    public var description: String {
        let line = (request?.description ?? error.requestLine).map { "\($0): " } ?? ""
        return line + error.ownText() + (body.map { " (with \(type(of: $0)))" } ?? "")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }

    /// The text, whether there is a body, and the response.
    public var customMirror: Mirror {
        Mirror(self, children: ["error": description, "hasBody": body != nil, "response": response as Any])
    }
}

extension Network.ErrorWithBody: Equatable where Body: Equatable {
    /// Equal failures with equal bodies.
    public static func == (left: Self, right: Self) -> Bool {
        left.error == right.error && left.body == right.body && (left.bodyFailure == nil) == (right.bodyFailure == nil)
    }
}

extension Network {
    /// Sends a request, and decodes the response's body from JSON; the body of a refused response too.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - type: what to decode of a success.
    ///   - errorType: what to decode of a response that is refused, off the main thread and within the deadline.
    ///   - decoder: makes the decoder, once for each body; the network's own if `nil`.
    ///   - scheduler: where all events are delivered; the network's own if `nil`.
    ///   - abortAfter: the budget for everything: all attempts, all waits, receiving and decoding (N11).
    ///   - maxRetries: how many attempts may follow the first (N6).
    public func send<Decoded: Decodable & Sendable, ErrorBody: Decodable & Sendable>(
        _ request: Request,
        as type: Decoded.Type,
        failingWith errorType: ErrorBody.Type,
        decoder: (@Sendable () -> JSONDecoder)? = nil,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Decoded>, ErrorWithBody<ErrorBody>> {
        send(
            request,
            decoding: .json(type, decoder: decoder),
            failingWith: .json(errorType, decoder: decoder),
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends a request, and makes a value of the response's body, of that of a refused response too; see
    /// ``send(_:as:failingWith:decoder:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_,_,_)``.
    public func send<Parsed, ErrorBody>(
        _ request: Request,
        decoding: Decoding<Parsed>,
        failingWith errorDecoding: Decoding<ErrorBody>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, ErrorWithBody<ErrorBody>> {
        let options = SendOptions(scheduler: scheduler, abortAfter: abortAfter, maxRetries: maxRetries)
        return .deferred { context in
            let refusal = Locked<Refusal<ErrorBody>?>(nil)
            var ending = BufferedReceiver.decoded(by: decoding)
            ending.explain = { response, decoder in
                let body = response.data.isEmpty ? nil : Result { try errorDecoding.decode(response, decoder) }
                refusal.withLock { $0 = Refusal(response: response.head, body: body) }
            }
            let operation = Operation(request, options, on: self)
            return perform(operation, options, in: context, receivedBy: ending)
                .mapError { $0.explained(by: refusal.withLock { $0 }, operation.request) }
        }
    }

    /// Sends an endpoint's request, and decodes the body from JSON, that of a refused response too; see
    /// ``send(_:as:failingWith:decoder:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_,_,_)``.
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
            RequestBuilder(endpoint: endpoint).build(),
            as: type,
            failingWith: errorType,
            decoder: decoder,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }

    /// Sends an endpoint's request, and makes a value of the body, of that of a refused response too; see
    /// ``send(_:as:failingWith:decoder:scheduler:abortAfter:maxRetries:)-(Request,_,_,_,_,_,_)``.
    public func send<Parsed, ErrorBody>(
        _ endpoint: some Endpoint,
        decoding: Decoding<Parsed>,
        failingWith errorDecoding: Decoding<ErrorBody>,
        scheduler: (any Scheduler)? = nil,
        abortAfter: Duration? = nil,
        maxRetries: Int? = nil
    ) -> SignalProducer<DataResponse<Parsed>, ErrorWithBody<ErrorBody>> {
        send(
            RequestBuilder(endpoint: endpoint).build(),
            decoding: decoding,
            failingWith: errorDecoding,
            scheduler: scheduler,
            abortAfter: abortAfter,
            maxRetries: maxRetries
        )
    }
}

/// A response that was refused, and what its body was made into.
private struct Refusal<Body: Sendable>: Sendable {
    let response: ResponseHead
    let body: Result<Body, any Error>?
}

extension Network.OperationError {
    /// Only a refused response has a body that explains it: that of an earlier attempt says nothing about a later failure.
    fileprivate func explained<Body>(
        by refusal: Refusal<Body>?,
        _ request: Request
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
