/// The error of a response that validation rejected although its status was accepted, or whose status has a custom
/// error.
///
/// It is the error inside ``Network/OperationError/requestFailure(error:)``.
public struct ResponseValidationError: Error, Sendable {
    /// The check that rejected the response.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Reason: Sendable, Hashable {
        /// The content type is not acceptable.
        case contentType(found: HTTP.ContentType?, acceptable: [HTTP.ContentType])
        /// The body has another checksum than expected (``ResponseValidation/checksum(_:)``).
        case checksum(expected: Checksum, actual: Checksum)
        /// The status has a custom error (``ResponseValidation/problems(_:)``).
        case problem
        /// A validator threw an error.
        case validator
    }

    /// The check that rejected the response.
    public let reason: Reason
    /// The status and header fields of the response.
    public let head: ResponseHead
    /// The body, if there was one.
    public let data: Data?
    /// Your own error, if there is one.
    public let cause: (any Error)?
    /// The method and URL of the request, with secrets redacted. The network sets it; it does not take part in
    /// comparisons.
    public package(set) var request: String?
}

extension ResponseValidationError: Equatable {
    /// Returns whether the reasons, responses, and causes are equal. Causes that are `Equatable` are compared as
    /// values, others by type and description.
    ///
    /// - Parameters:
    ///   - left: A rejection.
    ///   - right: Another rejection.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.reason == right.reason, left.head == right.head, left.data == right.data else { return false }
        switch (left.cause, right.cause) {
        case (nil, nil): return true
        case (let left?, let right?): return left.isEqual(to: right)
        default: return false
        }
    }
}

extension ResponseValidationError: LocalizedError, CustomStringConvertible, CustomReflectable, RequestNaming {
    /// A one-line description with the request, if known, the status, the reason, and the description of your own
    /// error. It leaves out the body.
    public var description: String { namingText }

    package var ownText: String { "The response (\(head.status)) was rejected: \(explanation)" }

    /// The text of ``description``.
    public var errorDescription: String? { description }

    /// A mirror with secrets redacted and only the size of the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["reason": explanation, "head": head, "data": "\(data?.count ?? 0) bytes"])
    }

    private var explanation: String {
        switch reason {
        case .contentType(let found, let acceptable):
            "its content type is \(found.map { "\($0)" } ?? "missing"), but must be one of "
                + acceptable.map { "\($0)" }.joined(separator: ", ")
        case .checksum(let expected, let actual):
            "its checksum is \(actual), but must be \(expected.digest.hexadecimalDigits)"
        case .problem, .validator: cause.map { "\($0)" } ?? "a validator rejected it"
        }
    }
}
