import ReactiveNetworking

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
        if !isUnclosed, line.utf8.withContiguousStorageIfAvailable({ addPlain($0) }) == true { return }
        var members = FieldMembers(line)
        while let member = members.next() {
            if !isUnclosed, let directive = Directive(member) { add(directive) } else { addStrictly(member) }
        }
        if members.isUnclosed { isUnclosed = true }
    }

    /// Adds the directives of a line without quoted strings and odd spaces, as most lines are, without making texts of
    /// them; returns `false`, and adds nothing, if the line is another one.
    private mutating func addPlain(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Self.isPlain(line) else { return false }
        var start = line.startIndex
        while start < line.endIndex {
            let end = line[start...].firstIndex(of: UInt8(ascii: ",")) ?? line.endIndex
            let member = line[start..<end].drop { $0 == 0x20 }
            if !member.isEmpty { add(Directive(plain: member)) }
            start = end + 1
        }
        return true
    }

    /// Returns whether a line consists of commas, tokens, and equals signs, with spaces behind commas only.
    private static func isPlain(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var isBehindComma = true
        for byte in line {
            switch byte {
            case UInt8(ascii: ","): isBehindComma = true
            case 0x20 where isBehindComma: break
            case UInt8(ascii: "="): isBehindComma = false
            case _ where HTTP.isTokenByte(byte): isBehindComma = false
            default: return false
            }
        }
        return true
    }

    private mutating func add(_ directive: Directive) {
        switch directive.name {
        case .maxAge: if maxAge == nil { maxAge = directive.number ?? 0 }
        case .staleWhileRevalidate:
            if !hasStaleWhileRevalidate { staleWhileRevalidate = directive.number }
            hasStaleWhileRevalidate = true
        case .staleIfError:
            if !hasStaleIfError { staleIfError = directive.number }
            hasStaleIfError = true
        case .minFresh: if minFresh == nil { minFresh = directive.number ?? Self.maxDelta }
        case .maxStale:
            if maxStale == nil { maxStale = directive.hasValue ? directive.number ?? 0 : Self.maxDelta }
        case .noStore: hasNoStore = true
        case .noCache: if let names = directive.fieldNames { noCacheFields += names } else { hasNoCache = true }
        case .private: isPrivate = true
        case .public: isPublic = true
        case .mustRevalidate: hasMustRevalidate = true
        case .mustUnderstand: hasMustUnderstand = true
        case .immutable: isImmutable = true
        case .onlyIfCached: hasOnlyIfCached = true
        case nil: break
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
}

extension CacheControl {
    /// The directives that mean something to a private cache.
    private enum Name: String {
        case maxAge = "max-age"
        case staleWhileRevalidate = "stale-while-revalidate"
        case staleIfError = "stale-if-error"
        case minFresh = "min-fresh"
        case maxStale = "max-stale"
        case noStore = "no-store"
        case noCache = "no-cache"
        case `private`, `public`
        case mustRevalidate = "must-revalidate"
        case mustUnderstand = "must-understand"
        case immutable
        case onlyIfCached = "only-if-cached"

        /// Returns the directive of a name in any case.
        static func named(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Name? {
            func isName(_ name: StaticString) -> Bool {
                name.withUTF8Buffer { zip($0, bytes).allSatisfy { $0 == HTTP.lowercased($1) } }
            }
            return switch bytes.count {
            case 6: isName("public") ? .public : nil
            case 7: isName("max-age") ? .maxAge : isName("private") ? .private : nil
            case 8: isName("no-store") ? .noStore : isName("no-cache") ? .noCache : nil
            case 9 where isName("immutable"): .immutable
            case 9: isName("max-stale") ? .maxStale : isName("min-fresh") ? .minFresh : nil
            case 14: isName("stale-if-error") ? .staleIfError : isName("only-if-cached") ? .onlyIfCached : nil
            case 15: isName("must-revalidate") ? .mustRevalidate : isName("must-understand") ? .mustUnderstand : nil
            case 22: isName("stale-while-revalidate") ? .staleWhileRevalidate : nil
            default: nil
            }
        }
    }

    /// A directive with its value, which is a token or a quoted string.
    private struct Directive {
        /// The directive; `nil` if it means nothing.
        let name: Name?
        let hasValue: Bool
        /// The value, if it is a number.
        let number: Int64?
        /// The names of fields in the value of `no-cache`, in lower case; `nil` if there are none, or if one is
        /// malformed.
        let fieldNames: [String]?

        /// Parses a member that consists of tokens and equals signs.
        init(plain member: Slice<UnsafeBufferPointer<UInt8>>) {
            let equals = member.firstIndex(of: UInt8(ascii: "="))
            let value = equals.map { member[($0 + 1)...] }
            name = Name.named(member[..<(equals ?? member.endIndex)])
            hasValue = value != nil
            number = value?.deltaSeconds
            fieldNames = name == .noCache ? value.flatMap { Self.names(String(decoding: $0, as: UTF8.self)) } : nil
        }

        /// Parses a member of the list; `nil` if a quotation mark is where none belongs.
        init?(_ member: Substring.UTF8View) {
            let quote = UInt8(ascii: "\"")
            let equals = member.firstIndex(of: UInt8(ascii: "="))
            let name = equals.map { member[..<$0] } ?? member
            let value = equals.map { member[member.index(after: $0)...] }
            guard !name.contains(quote) else { return nil }
            let content = value?.trimmingSpace
            var text = content
            if let content, content.contains(quote) {
                guard let inner = Self.unquoted(content) else { return nil }
                text = inner
            }
            self.name = Name(rawValue: name.trimmingSpace.lowercasedText)
            hasValue = text != nil
            // There is no space beside the equals sign.
            let isTight = name.endIndex == name.trimmingSpace.endIndex && value?.count == content?.count
            number = isTight ? text?.deltaSeconds : nil
            fieldNames = isTight && self.name == .noCache ? text.flatMap { Self.names(String(Substring($0))) } : nil
        }

        /// Returns the content of a quoted string; `nil` if the text is none.
        private static func unquoted(_ text: Substring.UTF8View) -> Substring.UTF8View? {
            let quote = UInt8(ascii: "\"")
            guard text.first == quote else { return nil }
            let inner = text.dropFirst()
            var isEscaped = false
            let end = inner.firstIndex { byte in
                if !isEscaped, byte == quote { return true }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                return false
            }
            guard let end, inner.index(after: end) == inner.endIndex else { return nil }
            return inner[..<end]
        }

        private static func names(_ text: String) -> [String]? {
            let names = FieldMembers(text).map(\.lowercasedText)
            return names.isEmpty || !names.allSatisfy(HTTP.isToken) ? nil : names
        }
    }
}

extension Collection<UInt8> {
    /// The number that the text consists of, at most 2^31; `nil` if it is not digits alone (RFC 9111 §1.2.2).
    var deltaSeconds: Int64? {
        guard !isEmpty else { return nil }
        var number: Int64 = 0
        for byte in self {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = Swift.min(number * 10 + Int64(byte - UInt8(ascii: "0")), CacheControl.maxDelta)
        }
        return number
    }
}
