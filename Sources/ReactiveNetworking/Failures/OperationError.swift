extension Network {
    /// The error of an operation. The set of cases is fixed; the errors inside them may grow.
    ///
    /// Cancellation is not an error: an operation that was disposed of is `interrupted`.
    public indirect enum OperationError: Error, Sendable {
        /// The response was accepted but could not be decoded, for this reason.
        case parseFailure(cause: any Error)
        /// The response has no body, but one is required.
        case missingData
        /// The response is not an HTTP response.
        case invalidResponseType
        /// The endpoint does not accept the status. The body is included if there was one.
        case unexpectedResponseCode(httpCode: HTTP.StatusCode, data: Data?)
        /// The request could not be made or authorized (`RequestError`), a hook ended the operation (``HookError``),
        /// no response arrived (`TransportError`, or the error that your check makes of it: ``TranslatedFailure``),
        /// validation rejected the response (``ResponseValidationError``), or the next page is not clear
        /// (``PageError``).
        case requestFailure(error: any Error)
        /// The deadline passed. The values are the limit, the phase at that moment, the number of attempts begun, and
        /// the error of the last attempt that ended.
        case timedOut(after: Duration, phase: TransferPhase, attempts: Int, lastFailure: OperationError?)
    }
}

extension Network.OperationError {
    /// Returns the error inside ``requestFailure(error:)`` or ``parseFailure(cause:)``, if it is of a type.
    ///
    /// ```swift
    /// if error.cause(as: TransportError.self)?.kind == .offline { showOffline() }
    /// ```
    ///
    /// The last failure of a timeout is an error of its own, not the cause.
    ///
    /// - Parameter type: The type of the error: `TransportError`, `RequestError`, ``ResponseValidationError``,
    ///   ``DecodingFailure``, ``TransferError``, ``HookError``, ``PageError``, ``TranslatedFailure``, or that of a
    ///   capability or of your own transport.
    /// - Returns: The error, or `nil` if there is none or it is of another type.
    public func cause<Cause: Error>(as type: Cause.Type) -> Cause? {
        switch self {
        case .requestFailure(let error), .parseFailure(let error): error as? Cause
        default: nil
        }
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
    /// A one-line description of the request, if the case can carry it, the failure, and the reason.
    ///
    /// The description contains no credentials of the request. A response's body appears only as the server's first
    /// words or a short excerpt, in which everything that looks like a secret is redacted.
    ///
    /// An error of the library inside ``requestFailure(error:)`` or ``parseFailure(cause:)`` names the request, and so
    /// does a timeout after such a failure. The other cases cannot carry the request; ``Network/reports``, the log,
    /// and ``Network/ErrorWithBody`` name the request of every failure.
    public var description: String { (requestLine.map { "\($0): " } ?? "") + ownText }

    /// Returns the description without the request, for use in another description that names it.
    ///
    /// - Parameter quotesBody: Whether the server's own words may be included.
    func text(quotingBody quotesBody: Bool) -> String {
        switch self {
        case .parseFailure(let cause): "The response could not be parsed: \(cause.textWithoutRequest)"
        case .missingData: "The response has no body, but one is required"
        case .invalidResponseType: "The response is not an HTTP response"
        case .unexpectedResponseCode(let code, let data):
            "The status \(code) is not accepted"
                + ((quotesBody ? data.flatMap(ServerMessage.text) : nil).map { ": \($0)" } ?? "")
                + " (\(data?.count ?? 0) bytes of body)"
        case .requestFailure(let error): error.textWithoutRequest
        case .timedOut(let limit, let phase, let attempts, let lastFailure):
            "No result within \(limit.text): the deadline passed while \(phase), in attempt \(attempts)"
                + (lastFailure.map { "; the previous attempt failed: \($0.text(quotingBody: quotesBody))" } ?? "")
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Network.OperationError: Equatable {
    /// Returns whether the cases and their values are equal. Causes that are `Equatable` are compared as values, others
    /// by type and description.
    ///
    /// - Parameters:
    ///   - left: An error.
    ///   - right: Another error.
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
