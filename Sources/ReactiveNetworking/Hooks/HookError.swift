import Foundation

/// An error of your own with which a hook has ended an operation. It is what ``Network/OperationError/requestFailure(error:)``
/// carries then.
public struct HookError: Error, Hashable, Sendable {
    /// Where in an operation the hook stands. The raw value is the text.
    public enum Stage: String, Hashable, Sendable {
        /// A gate before sending: nothing was sent.
        case gate = "the gate before sending"
        /// A transform of the request as it was described: nothing was sent.
        case request = "a transform of the request"
        /// A transform of the request as it is sent: nothing was sent in this attempt.
        case preparedRequest = "a transform of the prepared request"
        /// A transform of the response's head.
        case head = "a transform of the response's head"
        /// A transform of a piece of the response's body, or of the whole.
        case body = "a transform of the response's body"
        /// An interceptor.
        case interceptor = "an interceptor"
    }

    /// Where it happened.
    public let place: Stage
    /// What happened. Two are equal when their types and texts are.
    public let cause: RequestError.Cause
    private var line = RequestLine()

    /// Method and URL of the request whose operation it ended, secrets hidden. A network says it; it is not compared.
    public internal(set) var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// An error of a place, for tests.
    public init(_ place: Stage, cause: any Error) {
        self.place = place
        self.cause = RequestError.Cause(cause)
    }
}

extension HookError: CustomStringConvertible, LocalizedError, RequestNaming {
    /// The request, if that is known, where it happened, and the type of the error; never its text, which is written by others.
    public var description: String { namingText }

    var ownText: String { "\(place.rawValue) has ended the operation (\(cause))" }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Network.OperationError {
    /// The error inside ``requestFailure(error:)``, if a hook has ended the operation.
    public var hookError: HookError? {
        if case .requestFailure(let error) = self { error as? HookError } else { nil }
    }
}
