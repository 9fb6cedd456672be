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
