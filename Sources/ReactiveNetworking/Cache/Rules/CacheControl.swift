/// The directives of `Cache-Control` in a request or a response (RFC 9111 §5.2).
///
/// All lines form one list. Names are case-insensitive, unknown directives are ignored, and of a repeated directive the
/// first counts.
struct CacheControl: Sendable, Hashable {
    /// The largest number of seconds; larger ones count as this (RFC 9111 §1.2.2).
    static let maxDelta: Int64 = 1 << 31

    /// A Boolean value that indicates whether the head has the field at all.
    var isPresent = false
    /// 0 for a malformed value, whatever `Expires` says.
    var maxAge: Int64?
    var hasNoStore = false
    /// `no-cache` without field names.
    var hasNoCache = false
    /// The fields that `no-cache` names, in lower case.
    var noCacheFields: [String] = []
    var isPrivate = false
    var isPublic = false
    var hasMustRevalidate = false
    var hasMustUnderstand = false
    var isImmutable = false
    var hasOnlyIfCached = false
    var staleWhileRevalidate: Int64?
    var staleIfError: Int64?
    /// A malformed value is the strictest one.
    var minFresh: Int64?
    /// The staleness that a request accepts; the largest number if the directive has no value, 0 if it is malformed.
    var maxStale: Int64?

    init(_ headers: HTTP.Headers) {
        for field in headers where HTTP.isSameIgnoringCase(field.name, HTTP.Headers.Name.cacheControl) {
            isPresent = true
            for member in FieldMembers(field.value) { add(member) }
        }
    }

    init() {}

    /// Adds the directives of one line.
    mutating func add(line: String) {
        isPresent = true
        for member in FieldMembers(line) { add(member) }
    }

    private mutating func add(_ directive: Substring.UTF8View) {
        let end = directive.firstIndex(of: UInt8(ascii: "="))
        let name = end.map { directive[..<$0] } ?? directive
        let value = end.map { Value(directive[directive.index(after: $0)...]) }
        switch name.trimmingSpace.lowercasedText {
        // A space beside `=` makes the number malformed.
        case "max-age": set(&maxAge, name.last == 0x20 || name.last == 0x09 ? 0 : value?.number ?? 0)
        case "stale-while-revalidate": setIfValid(&staleWhileRevalidate, value)
        case "stale-if-error": setIfValid(&staleIfError, value)
        case "min-fresh": set(&minFresh, value?.number ?? Self.maxDelta)
        case "max-stale": set(&maxStale, value.map { $0.number ?? 0 } ?? Self.maxDelta)
        case "no-store": hasNoStore = true
        case "no-cache":
            guard let names = value?.names, !names.isEmpty else {
                hasNoCache = true
                return
            }
            noCacheFields += names
        case "private": isPrivate = true
        case "public": isPublic = true
        case "must-revalidate": hasMustRevalidate = true
        case "must-understand": hasMustUnderstand = true
        case "immutable": isImmutable = true
        case "only-if-cached": hasOnlyIfCached = true
        default: break
        }
    }

    private func set(_ directive: inout Int64?, _ number: Int64) {
        if directive == nil { directive = number }
    }

    private func setIfValid(_ directive: inout Int64?, _ value: Value?) {
        if directive == nil { directive = value?.number }
    }

    /// The value of a directive: a token, or a quoted string.
    private struct Value {
        private let content: Substring.UTF8View

        init(_ text: Substring.UTF8View) {
            let isQuoted = text.count >= 2 && text.first == UInt8(ascii: "\"") && text.last == UInt8(ascii: "\"")
            content = isQuoted ? text.dropFirst().dropLast() : text
        }

        var number: Int64? { content.deltaSeconds }

        var names: [String] { FieldMembers(String(Substring(content))).map(\.lowercasedText) }
    }
}
