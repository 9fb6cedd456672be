import Foundation

/// Why a body could not be made into a value: what was asked for, where it failed, and what stands there.
///
/// It is the cause of ``Network/OperationError/parseFailure(cause:)``. The texts are stable, bounded, and hide what stands
/// under names that are usual for secrets.
///
/// ```swift
/// print(failure)      // Array<Todo>: [1].id: expected Int, found a string: "one"
/// ```
public struct DecodingFailure: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The body is no JSON; the text says why.
        case malformed(String)
        /// An object does not have this key, or an array not this element.
        case missingKey(String)
        /// Something else stands there.
        case mismatch(expected: String, found: String)
        /// The right kind of thing, and yet no value of the type; the text says why.
        case unusable(String)
        /// The bytes are no text in this encoding.
        case undecodableText(String.Encoding)
        /// The response says that its text is in this charset, which is not known.
        case unknownCharset(String)
    }

    /// What is wrong.
    public let reason: Reason
    /// The name of the type that was asked for.
    public let target: String
    /// The way to the place, such as `json.test[2].value`; empty for the whole body.
    public let path: String
    /// The place in malformed JSON, in bytes from its beginning.
    public let offset: Int?
    /// What stands there: at most ``excerptLimit`` characters, on one line, secrets hidden.
    public let excerpt: String?
    /// The `Content-Type` of the response.
    public let contentType: HTTP.ContentType?
    /// The decoder's own error. Its text is not bounded, and may hold a secret.
    public let cause: RequestError.Cause?
    private var line = RequestLine()

    /// Method and URL of the request whose response it was, secrets hidden. A network says it, and the text of its
    /// ``Network/OperationError`` begins with it; it is not compared.
    public internal(set) var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// How long an excerpt may be, in characters.
    public static let excerptLimit = 120

    init(
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
    /// What was asked for, where it failed, why, and what stands there, on one line.
    public var description: String { ownText }

    var ownText: String {
        let place = path.isEmpty ? "" : "\(path): "
        let position = offset.map { " (at byte \($0))" } ?? ""
        let text = "\(target): \(place)\(reason)\(position)" + (excerpt.map { ": \($0)" } ?? "")
        guard case .malformed = reason, let contentType, !contentType.isJSON else { return text }
        return text + " (the response says that it is \(contentType))"
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }

    /// The text alone, for `dump` and debuggers: the cause may hold a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension DecodingFailure.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .malformed(let reason): "this is not JSON: \(reason)"
        case .missingKey(let key): "there is no \"\(Redaction.printable(key))\""
        case .mismatch(let expected, let found): "expected \(expected), found \(found)"
        case .unusable(let reason): reason
        case .undecodableText(let encoding): "the bytes are no text in \(encoding)"
        case .unknownCharset(let charset): "the charset \"\(Redaction.printable(charset))\" is not known"
        }
    }
}

extension Network.OperationError {
    /// The error inside ``parseFailure(cause:)``, if the body could not be decoded.
    public var decodingFailure: DecodingFailure? {
        if case .parseFailure(let cause) = self { cause as? DecodingFailure } else { nil }
    }
}

extension HTTP.ContentType {
    /// Whether it is JSON: `application/json`, `text/json`, or any type that ends in `+json` (WHATWG MIME Sniffing §4.6).
    public var isJSON: Bool {
        subtype.hasSuffix("+json") || (subtype == "json" && (type == "application" || type == "text"))
    }
}
