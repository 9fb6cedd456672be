import Foundation

/// Why validation refused a response whose status would have done, or which has an error of its own.
///
/// It is the error inside ``Network/OperationError/requestFailure(error:)``.
public struct ResponseValidationError: Error, Sendable {
    /// Which check refused it.
    public enum Reason: Sendable, Hashable {
        /// The content type is none of those asked for.
        case contentType(found: HTTP.ContentType?, acceptable: [HTTP.ContentType])
        /// The status is one of those with an error of their own.
        case problem
        /// A validator threw.
        case validator
    }

    /// Which check refused it.
    public let reason: Reason
    /// Status and headers.
    public let head: ResponseHead
    /// The body, if there was one.
    public let data: Data?
    /// Your own error, where there is one.
    public let cause: (any Error)?
    /// Method and URL of the request, secrets hidden. A network says it; it is not compared.
    public internal(set) var request: String?
}

extension ResponseValidationError: Equatable {
    /// Equal reasons, responses and causes; causes are compared as values where they can be, else by type and text.
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
    /// One line: the request, if that is known, the status, what was wrong, and the text of your own error. Never a body.
    public var description: String { namingText }

    var ownText: String { "The response (\(head.status)) was refused: \(explanation)" }

    /// The text of ``description``.
    public var errorDescription: String? { description }

    /// The parts with secrets hidden, of the body its size.
    public var customMirror: Mirror {
        Mirror(self, children: ["reason": explanation, "head": head, "data": "\(data?.count ?? 0) bytes"])
    }

    private var explanation: String {
        switch reason {
        case .contentType(let found, let acceptable):
            "its type is \(found.map { "\($0)" } ?? "not given"), which is none of "
                + acceptable.map { "\($0)" }.joined(separator: ", ")
        case .problem, .validator: cause.map { "\($0)" } ?? "by a validator"
        }
    }
}

extension Network.OperationError {
    /// The error inside ``requestFailure(error:)``, if validation refused the response.
    public var rejection: ResponseValidationError? {
        if case .requestFailure(let error) = self { error as? ResponseValidationError } else { nil }
    }
}
