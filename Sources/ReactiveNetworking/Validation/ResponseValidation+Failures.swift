import Foundation

extension ResponseValidation {
    /// The failure that a check of failures sees.
    public struct FailureSubject: Sendable {
        /// The request.
        public let request: Request
        /// How the operation failed: a ``TransportError`` inside ``Network/OperationError/requestFailure(error:)``,
        /// ``Network/OperationError/timedOut(after:phase:attempts:lastFailure:)``, or
        /// ``Network/OperationError/invalidResponseType``.
        public let error: Network.OperationError
    }

    /// The answer of a check of failures. To replace the failure, the check throws.
    public enum FailureVerdict: Sendable, Hashable {
        /// The failure stands.
        case standard
        /// The operation ends `interrupted`, without a value and without a failure.
        case swallowed
    }

    /// A check of one's own for operations that have no response.
    public typealias FailureCheck = @Sendable (FailureSubject) throws -> FailureVerdict

    /// A check of your own for operations that fail without a response: no connection, a broken one, no answer in time.
    ///
    /// ```swift
    /// let configuration = Network.Configuration(
    ///     validation: .failures { failure in
    ///         if failure.error.transportError?.kind == .offline { throw ShopError.offline }
    ///         return .standard
    ///     }
    /// )
    /// ```
    ///
    /// It is made once, off the main thread, when no further attempt follows: the ``RetryPolicy`` and interceptors see what really
    /// happened. What it throws is the ``TranslatedFailure/cause`` of a ``TranslatedFailure``; an ``Network/OperationError``
    /// passes as it is. Transfers and streams are checked too.
    public static func failures(_ check: @escaping FailureCheck) -> ResponseValidation {
        var validation = ResponseValidation()
        validation.setFailureCheck(check)
        return validation
    }
}

/// The failure of an operation without a response, as a check of yours has replaced it; see
/// ``ResponseValidation/failures(_:)``.
///
/// It is the error inside ``Network/OperationError/requestFailure(error:)``.
public struct TranslatedFailure: Error, Sendable {
    /// Your own error.
    public let cause: any Error
    /// The failure that the check has replaced.
    public let original: Network.OperationError

    init(_ original: Network.OperationError, into cause: any Error) {
        self.cause = cause
        self.original = original
    }
}

extension TranslatedFailure: Equatable {
    /// Equal causes and equal originals; causes are compared as values where they can be, else by type and text.
    public static func == (left: Self, right: Self) -> Bool {
        left.cause.isEqual(to: right.cause) && left.original == right.original
    }
}

extension TranslatedFailure: LocalizedError, CustomStringConvertible {
    /// One line: the text of your own error, as it is, and what really happened.
    public var description: String { "\(cause) (\(original))" }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Network.OperationError {
    /// The error inside ``requestFailure(error:)``, if a check of yours has replaced a failure without a response.
    public var translatedFailure: TranslatedFailure? {
        if case .requestFailure(let error) = self { error as? TranslatedFailure } else { nil }
    }
}
