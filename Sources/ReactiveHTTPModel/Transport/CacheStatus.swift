/// The part that a cache had in a response (RFC 9211), as a value: no header field is added.
///
/// ```swift
/// print(response.cacheStatus?.description ?? "no cache")      // ReactiveNetworking; hit; ttl=59
/// ```
public struct CacheStatus: Sendable, Hashable {
    /// The reason why a request was sent (RFC 9211 §2.2).
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Forward: String, Sendable, Hashable, CaseIterable {
        /// The request asks to pass the cache by.
        case bypass
        /// The method is not one that a cache answers.
        case method
        /// Nothing is stored for the URL.
        case uriMiss = "uri-miss"
        /// Something is stored for the URL, but not for these header fields.
        case varyMiss = "vary-miss"
        /// The request's directives do not accept what is stored.
        case request
        /// A stored response needs the server's confirmation.
        case stale
        /// Only a part of what is asked for is stored.
        case partial
    }

    package struct Values: Sendable, Hashable {
        package var isHit = false
        package var forward: Forward?
        package var forwardStatus: HTTP.StatusCode?
        package var ttl: Int?
        package var isStored = false
        package var isCollapsed = false
        package var detail: String?
        /// A Boolean value that indicates whether the cache made a 504 because the request must not be sent.
        package var isUnavailable = false
        /// A Boolean value that indicates whether the network has nothing newer, as far as the cache knows.
        package var isCurrent = false

        package init() {}
    }

    /// The values out of line: every head of a response has a place for them.
    private final class Box: Sendable {
        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private let box: Box

    package init(_ values: Values) {
        box = Box(values)
    }

    package var values: Values { box.values }

    /// A Boolean value that indicates whether the response came out of storage, without a request to the server.
    public var isHit: Bool { box.values.isHit }
    /// The reason why the request was sent, or `nil` if it was not.
    public var forward: Forward? { box.values.forward }
    /// The status of the server's response, if one came.
    public var forwardStatus: HTTP.StatusCode? { box.values.forwardStatus }
    /// The seconds for which a stored response is still fresh; negative if it is stale.
    public var ttl: Int? { box.values.ttl }
    /// A Boolean value that indicates whether the server's response is stored, once it is complete.
    public var isStored: Bool { box.values.isStored }
    /// A Boolean value that indicates whether the request shared the exchange of an equal one.
    public var isCollapsed: Bool { box.values.isCollapsed }
    /// More about the case, such as the failure in whose place a stale response answers.
    public var detail: String? { box.values.detail }

    /// Compares all values.
    public static func == (left: Self, right: Self) -> Bool { left.box.values == right.box.values }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) { hasher.combine(box.values) }
}

extension CacheStatus: CustomStringConvertible {
    /// The value of the field `Cache-Status`, such as `ReactiveNetworking; fwd=stale; fwd-status=304; stored`.
    public var description: String {
        var parts = ["ReactiveNetworking"]
        if isHit { parts.append("hit") }
        if let forward { parts.append("fwd=\(forward.rawValue)") }
        if let forwardStatus { parts.append("fwd-status=\(forwardStatus.rawValue)") }
        if let ttl { parts.append("ttl=\(ttl)") }
        if isStored { parts.append("stored") }
        if isCollapsed { parts.append("collapsed") }
        if let detail { parts.append("detail=\(Self.quoted(detail))") }
        return parts.joined(separator: "; ")
    }

    /// Returns a text as a string of a structured field (RFC 8941 §3.3.3).
    private static func quoted(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case 0x20...0x7E: [byte]
            default: [UInt8(ascii: "?")]
            }
        }
        return "\"\(String(decoding: bytes, as: UTF8.self))\""
    }
}
