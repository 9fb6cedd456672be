extension ResponseValidation {
    /// The failure that a failure check receives.
    public struct FailureSubject: Sendable {
        /// The request.
        public let request: Request
        /// The error of the operation: a `TransportError` inside ``Network/OperationError/requestFailure(error:)``,
        /// ``Network/OperationError/timedOut(after:phase:attempts:lastFailure:)``, or
        /// ``Network/OperationError/invalidResponseType``.
        public let error: Network.OperationError
    }

    /// The decision of a failure check. To replace the failure, the check throws an error.
    public enum FailureVerdict: Sendable, Hashable {
        /// The failure is kept.
        case standard
        /// The operation ends as `interrupted`, without a value or an error.
        case swallowed
    }

    /// A custom check of an operation that failed without a response.
    public typealias FailureCheck = @Sendable (FailureSubject) throws -> FailureVerdict

    /// Returns a validation with a check for operations that fail without a response: no connection, a lost connection,
    /// or a timeout.
    ///
    /// ```swift
    /// let configuration = Network.Configuration(
    ///     validation: .failures { failure in
    ///         if failure.error.cause(as: TransportError.self)?.kind == .offline { throw ShopError.offline }
    ///         return .standard
    ///     }
    /// )
    /// ```
    ///
    /// The check runs once, off the main thread, when no further attempt follows; the ``RetryPolicy`` and interceptors
    /// receive the original failure. An error that it throws is the ``TranslatedFailure/cause`` of a
    /// ``TranslatedFailure``; a thrown ``Network/OperationError`` is passed on unchanged. Transfers and streams are
    /// checked too.
    ///
    /// - Parameter check: Checks the failure.
    /// - Returns: The validation.
    public static func failures(_ check: @escaping FailureCheck) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.failureCheck = Unique(check)
        return validation
    }
}

/// The failure of an operation without a response, replaced by your own check.
///
/// It is the error inside ``Network/OperationError/requestFailure(error:)``. The check is the one of
/// ``ResponseValidation/failures(_:)``.
public struct TranslatedFailure: Error, Sendable {
    /// Your own error.
    public let cause: any Error
    /// The failure that the check replaced.
    public let original: Network.OperationError

    init(_ original: Network.OperationError, into cause: any Error) {
        self.cause = cause
        self.original = original
    }
}

extension TranslatedFailure: Equatable {
    /// Returns whether the causes and the original failures are equal. Causes that are `Equatable` are compared as
    /// values, others by type and description.
    ///
    /// - Parameters:
    ///   - left: A failure.
    ///   - right: Another failure.
    public static func == (left: Self, right: Self) -> Bool {
        left.cause.isEqual(to: right.cause) && left.original == right.original
    }
}

extension TranslatedFailure: LocalizedError, CustomStringConvertible {
    /// A one-line description with your own error's text, unchanged, and the original failure.
    public var description: String { "\(cause) (\(original))" }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
