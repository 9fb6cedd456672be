/// The reason and the place of a failure to decode a body.
///
/// A decoding failure is the cause of ``Network/OperationError/parseFailure(cause:)``. Its texts are stable and
/// bounded, and hide the values of names that are commonly secret.
///
/// ```swift
/// print(failure)      // Array<Todo>: [1].id: expected Int, found a string: "one"
/// ```
public struct DecodingFailure: Error, Hashable, Sendable {
    /// The reason for the failure.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Reason: Hashable, Sendable {
        /// The body is not JSON. The text contains the details.
        case malformed(String)
        /// An object does not have this key, or an array does not have this element.
        case missingKey(String)
        /// The value has another type than expected.
        case mismatch(expected: String, found: String)
        /// The value has the expected type but cannot be used. The text contains the details.
        case unusable(String)
        /// The bytes are not text in this encoding.
        case undecodableText(String.Encoding)
        /// The charset that the response declares is not known.
        case unknownCharset(String)
        /// The content coding that the response declares is not known, so that the body was not decoded.
        case unknownCoding(String)
    }

    /// The reason for the failure.
    public let reason: Reason
    /// The name of the requested type.
    public let target: String
    /// The path to the invalid value, such as `json.test[2].value`; empty for the whole body.
    public let path: String
    /// The element of a stream that could not be decoded, such as `line 7` or `event 2`; `nil` for a whole body.
    public package(set) var element: String?
    /// The offset of the syntax error in malformed JSON, in bytes.
    public let offset: Int?
    /// The invalid value: at most ``excerptLimit`` characters on one line, with secrets hidden.
    public let excerpt: String?
    /// The `Content-Type` of the response.
    public let contentType: HTTP.ContentType?
    /// The decoder's own error. Its text is not bounded and can contain secrets.
    public let cause: RequestError.Cause?
    private var line = RequestLine()

    /// The method and URL of the response's request, with secrets hidden. The network sets it, and the description of
    /// the ``Network/OperationError`` begins with it; it does not take part in comparisons.
    public package(set) var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// The maximum length of an excerpt, in characters.
    public static let excerptLimit = RedactedSnippet.limit

    package init(
        _ reason: Reason,
        decoding target: Any.Type,
        of response: RawResponse,
        at place: (path: JSONPath, offset: Int?) = (JSONPath(), nil),
        excerpt: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.reason = reason
        self.target = "\(target)"
        path = RedactedSnippet.bounded(place.path.description)
        offset = place.offset
        self.excerpt = excerpt
        contentType = response.head.headers["Content-Type"].map(HTTP.ContentType.init(rawValue:))
        self.cause = cause.map(RequestError.Cause.init)
    }
}

extension DecodingFailure: LocalizedError, CustomStringConvertible, CustomReflectable, RequestNaming {
    /// The requested type, the path, the reason, and the invalid value on one line.
    public var description: String { ownText }

    package var ownText: String {
        let element = element.map { "\($0): " } ?? ""
        let place = path.isEmpty ? "" : "\(path): "
        let position = offset.map { " (at byte \($0))" } ?? ""
        let text = "\(element)\(target): \(place)\(reason)\(position)" + (excerpt.map { ": \($0)" } ?? "")
        guard case .malformed = reason, let contentType, !contentType.isJSON else { return text }
        return text + " (the content type of the response is \(contentType))"
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }

    /// The description alone, for `dump` and debuggers, because the cause can contain secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension DecodingFailure.Reason: CustomStringConvertible {
    /// A description for a log.
    public var description: String {
        switch self {
        case .malformed(let reason): "this is not JSON: \(reason)"
        case .missingKey(let key): "there is no \"\(Redaction.printable(key))\""
        case .mismatch(let expected, let found): "expected \(expected), found \(found)"
        case .unusable(let reason): reason
        case .undecodableText(let encoding): "the bytes are not valid \(encoding) text"
        case .unknownCharset(let charset): "the charset \"\(Redaction.printable(charset))\" is not known"
        case .unknownCoding(let coding): "the content coding \"\(Redaction.printable(coding))\" is not known"
        }
    }
}
