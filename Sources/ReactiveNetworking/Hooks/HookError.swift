/// An error of your own with which a hook ended an operation.
///
/// The operation fails with it inside ``Network/OperationError/requestFailure(error:)``.
public struct HookError: Error, RedactedError, Hashable, Sendable {
    /// The stage of an operation at which the hook runs. The raw value is its description.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Stage: String, Hashable, Sendable {
        /// A gate before sending; nothing was sent.
        case gate = "the gate before sending"
        /// A transform of the request as it was described; nothing was sent.
        case request = "a transform of the request"
        /// A transform of the request as it is sent; nothing was sent in this attempt.
        case preparedRequest = "a transform of the prepared request"
        /// A transform of the response's head.
        case head = "a transform of the response's head"
        /// A transform of a chunk of the response's body, or of the whole body.
        case body = "a transform of the response's body"
        /// An interceptor.
        case interceptor = "an interceptor"
    }

    /// The stage at which the error occurred.
    public let place: Stage
    /// The error that the hook threw. Two causes are equal if their types and descriptions are.
    public let cause: RequestError.Cause
    private var line = RequestLine()

    /// The method and URL of the operation's request, with secrets redacted. The network sets it; it does not take part
    /// in comparisons.
    public package(set) var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// Creates an error, for tests.
    ///
    /// - Parameters:
    ///   - place: The stage at which the error occurred.
    ///   - cause: The error that the hook threw.
    public init(_ place: Stage, cause: any Error) {
        self.place = place
        self.cause = RequestError.Cause(cause)
    }
}

extension HookError: CustomStringConvertible, LocalizedError, RequestNaming {
    /// A description with the request, if known, the stage, and the type of the error. It leaves out the error's own
    /// text, which comes from other code.
    public var description: String { namingText }

    package var ownText: String { "\(place.rawValue) ended the operation (\(cause))" }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
