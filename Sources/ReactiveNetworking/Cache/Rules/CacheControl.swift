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

    private var hasStaleWhileRevalidate = false
    private var hasStaleIfError = false
    /// A Boolean value that indicates whether a quoted string has no end, so that what follows may be part of it.
    private var isUnclosed = false

    init(_ headers: HTTP.Headers) {
        for field in headers where HTTP.isSameIgnoringCase(field.name, HTTP.Headers.Name.cacheControl) {
            add(line: field.value)
        }
    }

    init() {}

    /// Adds the directives of one line.
    mutating func add(line: String) {
        isPresent = true
        var members = FieldMembers(line)
        while let member = members.next() {
            if !isUnclosed, let directive = Directive(member) { add(directive) } else { addStrictly(member) }
        }
        if members.isUnclosed { isUnclosed = true }
    }

    private mutating func add(_ directive: Directive) {
        switch directive.name {
        case "max-age": if maxAge == nil { maxAge = directive.number ?? 0 }
        case "stale-while-revalidate":
            if !hasStaleWhileRevalidate { staleWhileRevalidate = directive.number }
            hasStaleWhileRevalidate = true
        case "stale-if-error":
            if !hasStaleIfError { staleIfError = directive.number }
            hasStaleIfError = true
        case "min-fresh": if minFresh == nil { minFresh = directive.number ?? Self.maxDelta }
        case "max-stale":
            if maxStale == nil { maxStale = directive.hasValue ? directive.number ?? 0 : Self.maxDelta }
        case "no-store": hasNoStore = true
        case "no-cache": if let names = directive.fieldNames { noCacheFields += names } else { hasNoCache = true }
        case "private": isPrivate = true
        case "public": isPublic = true
        case "must-revalidate": hasMustRevalidate = true
        case "must-understand": hasMustUnderstand = true
        case "immutable": isImmutable = true
        case "only-if-cached": hasOnlyIfCached = true
        default: break
        }
    }

    /// Adds what limits the use of a response. Where quotation marks do not match, nobody knows what is text and what
    /// is a directive, and invalid information makes a response stale (RFC 9111 §4.2.1).
    private mutating func addStrictly(_ text: Substring.UTF8View) {
        for part in text.split(separator: UInt8(ascii: ",")) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }.filter { $0 != UInt8(ascii: "\"") }
            switch Substring(decoding: name, as: UTF8.self).utf8.trimmingSpace.lowercasedText {
            case "max-age": maxAge = maxAge ?? 0
            case "min-fresh": minFresh = minFresh ?? Self.maxDelta
            case "max-stale": maxStale = maxStale ?? 0
            case "no-store": hasNoStore = true
            case "no-cache": hasNoCache = true
            case "private": isPrivate = true
            case "must-revalidate": hasMustRevalidate = true
            default: break
            }
        }
    }

    /// A directive with its value, which is a token or a quoted string.
    private struct Directive {
        /// The name in lower case.
        let name: String
        private let value: Substring.UTF8View?
        /// A Boolean value that indicates whether there is no space beside the equals sign.
        private let isTight: Bool

        /// Parses a member of the list; `nil` if a quotation mark is where none belongs.
        init?(_ member: Substring.UTF8View) {
            let quote = UInt8(ascii: "\"")
            let equals = member.firstIndex(of: UInt8(ascii: "="))
            let name = equals.map { member[..<$0] } ?? member
            let value = equals.map { member[member.index(after: $0)...] }
            let content = value?.trimmingSpace
            guard !name.contains(quote) else { return nil }
            self.name = name.trimmingSpace.lowercasedText
            isTight = name.endIndex == name.trimmingSpace.endIndex && value?.count == content?.count
            guard let content, content.contains(quote) else {
                self.value = content
                return
            }
            guard content.first == quote else { return nil }
            let inner = content.dropFirst()
            var isEscaped = false
            let end = inner.firstIndex { byte in
                if !isEscaped, byte == quote { return true }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                return false
            }
            guard let end, inner.index(after: end) == inner.endIndex else { return nil }
            self.value = inner[..<end]
        }

        var hasValue: Bool { value != nil }

        var number: Int64? { isTight ? value?.deltaSeconds : nil }

        /// The names in the value, in lower case; `nil` if there are none, or if one is malformed.
        var fieldNames: [String]? {
            guard let value, isTight else { return nil }
            let names = FieldMembers(String(Substring(value))).map(\.lowercasedText)
            return names.isEmpty || !names.allSatisfy(HTTP.isToken) ? nil : names
        }
    }
}
