import Foundation

extension Network {
    /// Why an operation failed. These six are all there are; what is inside them grows.
    ///
    /// Cancellation is not among them: a disposed operation is `interrupted`.
    public indirect enum OperationError: Error, Sendable {
        /// The response came and was accepted, but could not be made into a value; the cause says why.
        case parseFailure(cause: any Error)
        /// The response has no body where one is needed.
        case missingData
        /// What came is not an HTTP response.
        case invalidResponseType
        /// The status is not one that the endpoint accepts. The body, if there was one, comes along.
        case unexpectedResponseCode(httpCode: HTTP.StatusCode, data: Data?)
        /// The request could not be made or authorized (``RequestError``), a hook ended the operation (``HookError``), no
        /// response came (``TransportError``, or what a check of yours makes of it: ``TranslatedFailure``), or validation refused
        /// the one that came (``ResponseValidationError``).
        case requestFailure(error: any Error)
        /// The deadline came first: what the limit was, where the operation stood, how many attempts had been begun, and
        /// how the last attempt that ended had failed.
        case timedOut(after: Duration, phase: TransferPhase, attempts: Int, lastFailure: OperationError?)
    }
}

extension Network.OperationError {
    /// The error inside ``requestFailure(error:)``, if it came from the transport.
    public var transportError: TransportError? {
        if case .requestFailure(let error) = self { error as? TransportError } else { nil }
    }

    /// The error inside ``requestFailure(error:)``, if the request could not be made.
    public var requestError: RequestError? {
        if case .requestFailure(let error) = self { error as? RequestError } else { nil }
    }

    init(_ error: TransportError) {
        switch error.kind {
        case .notHTTP: self = .invalidResponseType
        case .abortedByClient: self = .requestFailure(error: error.cause?.error ?? error)
        default: self = .requestFailure(error: error)
        }
    }
}

extension Network.OperationError: CustomStringConvertible, LocalizedError {
    /// One line: which request failed, as far as the case has a place for it, what happened, and why. No credential of
    /// the request, and no more of a body than the server's first words or a short excerpt, in which everything that looks like a
    /// secret is hidden.
    ///
    /// An error inside ``requestFailure(error:)`` or ``parseFailure(cause:)`` that is the library's own names the request, and so does a
    /// deadline after such a failure. The other cases carry nothing that could; ``Network/reports``, the log and
    /// ``Network/ErrorWithBody`` name the request of every failure.
    public var description: String { (requestLine.map { "\($0): " } ?? "") + ownText() }

    /// The text without the request, which another text names already.
    ///
    /// - Parameter quotesBody: whether the server's own words may be in it.
    func ownText(quotingBody quotesBody: Bool = true) -> String {
        switch self {
        case .parseFailure(let cause): "The response could not be parsed: \(cause.textWithoutRequest)"
        case .missingData: "The response has no body, and one is needed"
        case .invalidResponseType: "The response is not an HTTP response"
        case .unexpectedResponseCode(let code, let data):
            "The status \(code) is not accepted"
                + ((quotesBody ? data.flatMap(ServerMessage.text) : nil).map { ": \($0)" } ?? "")
                + " (\(data?.count ?? 0) bytes of body)"
        case .requestFailure(let error): error.textWithoutRequest
        case .timedOut(let limit, let phase, let attempts, let lastFailure):
            "No result within \(limit): the time was up while \(phase), in attempt \(attempts)"
                + (lastFailure.map { "; the attempt before failed: \($0.ownText(quotingBody: quotesBody))" } ?? "")
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Network.OperationError: Equatable {
    /// Equal cases with equal payloads. Causes are compared as values where they can be, else by type and text.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.parseFailure(let left), .parseFailure(let right)): left.isEqual(to: right)
        case (.missingData, .missingData), (.invalidResponseType, .invalidResponseType): true
        case (.unexpectedResponseCode(let left, let leftData), .unexpectedResponseCode(let right, let rightData)):
            left == right && leftData == rightData
        case (.requestFailure(let left), .requestFailure(let right)): left.isEqual(to: right)
        case (
            .timedOut(let left, let leftPhase, let leftAttempts, let leftFailure),
            .timedOut(let right, let rightPhase, let rightAttempts, let rightFailure)
        ):
            left == right && leftPhase == rightPhase && leftAttempts == rightAttempts && leftFailure == rightFailure
        default: false
        }
    }
}

extension Error {
    func isEqual(to other: any Error) -> Bool {
        if let equatable = (self as Any) as? any Equatable { return equatable.isEqual(toAny: other) }
        return type(of: self) == type(of: other) && textWithoutRequest == other.textWithoutRequest
    }
}

extension Equatable {
    fileprivate func isEqual(toAny other: Any) -> Bool {
        (other as? Self).map { $0 == self } ?? false
    }
}
