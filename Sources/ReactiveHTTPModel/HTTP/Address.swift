/// The parser of the addresses that others write: servers in `Location`, `Content-Location`, and `Link`, and closures
/// that find the address of a page in a body.
///
/// It reads them as browsers do, by the URL Standard of WHATWG, so that a sloppy address leads to the same resource: a
/// reference is completed by a base, a backslash is a slash, blanks at the ends, tabs, and line breaks are dropped, dot
/// segments are resolved, and what a URL cannot contain is percent-encoded. An escape that is there is never encoded
/// again. In contrast to the standard, the result is always a URL by RFC 3986, and hosts and ports have the rules of
/// ``HTTPURL``.
package struct Address: Sendable {
    package typealias Flaw = RequestError.InvalidURLReason

    private let scheme: String
    /// User and password with the `@` behind them, or nothing.
    private let userInfo: String
    private let host: String
    /// The port, or `nil` for that of the scheme.
    private let port: Int?
    /// The segments of the path, each behind a slash.
    private let segments: [String]
    private let query: String?
    private let fragment: String?

    /// Returns the absolute URL of a reference.
    ///
    /// - Parameters:
    ///   - reference: An absolute or relative address.
    ///   - base: The URL that completes a relative one.
    /// - Throws: The reason why the reference is no address.
    package static func url(_ reference: String, relativeTo base: URL? = nil) throws(Flaw) -> URL {
        let text = try text(of: reference, base)
        guard let url = URL(string: text, encodingInvalidCharacters: false), url.absoluteString == text else {
            throw .unreadable
        }
        return url
    }

    static let maxByteCount = 65_536

    /// The schemes whose addresses have a host, and their ports.
    private static let ports = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

    private static func text(of reference: String, _ base: URL?) throws(Flaw) -> String {
        guard reference.utf8.count <= maxByteCount else { throw .tooLong }
        let bytes = withoutBlanks(reference)
        let (whole, fragment) = split(bytes[...], at: UInt8(ascii: "#"))
        let scheme = scheme(of: whole)
        if let scheme, ports[scheme] == nil {
            // What the rest of such an address means is known to its scheme alone.
            let rest = whole.dropFirst(scheme.utf8.count)
            return scheme + escaped(rest, in: .opaque) + (fragment.map { "#" + escaped($0, in: .fragment) } ?? "")
        }
        let rest = whole.dropFirst(scheme.map { $0.utf8.count + 1 } ?? 0)
        var home: Address?
        if let base, scheme == nil || !rest.starts(with: "//".utf8) {
            home = try? Address(withoutBlanks(base.absoluteString))
            if let scheme, home?.scheme != scheme { home = nil }
        }
        return try Address(scheme, rest, fragment, relativeTo: home).text
    }

    private init?(_ bytes: [UInt8]) throws(Flaw) {
        let (whole, _) = Self.split(bytes[...], at: UInt8(ascii: "#"))
        guard let scheme = Self.scheme(of: whole), Self.ports[scheme] != nil else { return nil }
        try self.init(scheme, whole.dropFirst(scheme.utf8.count + 1), nil, relativeTo: nil)
    }

    private init(
        _ scheme: String?,
        _ text: ArraySlice<UInt8>,
        _ fragment: ArraySlice<UInt8>?,
        relativeTo base: Address?
    ) throws(Flaw) {
        guard let scheme = scheme ?? base?.scheme else { throw text.isEmpty ? .empty : .relative }
        let (place, query) = Self.split(text, at: UInt8(ascii: "?"))
        let path: ArraySlice<UInt8>
        var above: [String] = []
        let slashes = place.prefix(while: Self.isSlash)
        if let base, slashes.count < 2 {
            (userInfo, host, port) = (base.userInfo, base.host, base.port)
            path = place[slashes.endIndex...]
            if slashes.isEmpty { above = path.isEmpty ? base.segments : base.segments.dropLast() }
        } else {
            let authority = place[slashes.endIndex...].prefix { !Self.isSlash($0) }
            let (info, server) = Self.split(authority, atLast: UInt8(ascii: "@"))
            userInfo = Self.userInfo(info)
            (host, port) = try Self.server(server, usualPort: Self.ports[scheme])
            path = place[authority.endIndex...].dropFirst()
        }
        let isSame = place.isEmpty && base != nil
        self.scheme = scheme
        segments = isSame ? above : Self.segments(path, below: above)
        self.query = query.map { Self.escaped($0, in: .query) } ?? (isSame ? base?.query : nil)
        self.fragment = fragment.map { Self.escaped($0, in: .fragment) }
    }

    private var text: String {
        scheme + "://" + userInfo + host + (port.map { ":\($0)" } ?? "") + "/" + segments.joined(separator: "/")
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }

    // Parts

    private static func scheme(of text: ArraySlice<UInt8>) -> String? {
        let scheme = text.prefix { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
        guard let first = scheme.first, isLetter(first), text[scheme.endIndex...].first == UInt8(ascii: ":") else {
            return nil
        }
        return String(decoding: scheme, as: UTF8.self).lowercased()
    }

    private static func userInfo(_ text: ArraySlice<UInt8>?) -> String {
        guard let text else { return "" }
        let (user, password) = split(text, at: UInt8(ascii: ":"))
        let secret = password.map { escaped($0, in: .userInfo) } ?? ""
        guard !user.isEmpty || !secret.isEmpty else { return "" }
        return escaped(user, in: .userInfo) + (secret.isEmpty ? "" : ":" + secret) + "@"
    }

    private static func server(
        _ text: ArraySlice<UInt8>,
        usualPort: Int?
    ) throws(Flaw) -> (host: String, port: Int?) {
        let end = text.first == UInt8(ascii: "[") ? text.firstIndex(of: UInt8(ascii: "]")) ?? text.startIndex : nil
        let name = text[..<(text[(end ?? text.startIndex)...].firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex)]
        guard !name.isEmpty else { throw .missingHost }
        let host = try Host.normalized(name)
        let digits = text[name.endIndex...].dropFirst()
        guard !digits.isEmpty else { return (host, nil) }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard digits.allSatisfy(isDigit), significant.count <= 5,
            let port = Int(String(decoding: significant, as: UTF8.self)), (1...65_535).contains(port)
        else { throw .invalidPort }
        return (host, port == usualPort ? nil : port)
    }

    /// Returns the segments of a path below others, without those that only lead elsewhere.
    private static func segments(_ path: ArraySlice<UInt8>, below above: [String]) -> [String] {
        var segments = above
        let parts = path.split(omittingEmptySubsequences: false, whereSeparator: isSlash)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch dotCount(of: part) {
            case 0: segments.append(escaped(part, in: .path))
            case 2:
                _ = segments.popLast()
                fallthrough
            default: if isLast { segments.append("") }
            }
        }
        return segments
    }

    /// Returns the number of dots if a segment is one or two of them, escaped or not; otherwise zero.
    private static func dotCount(of segment: ArraySlice<UInt8>) -> Int {
        var (rest, count) = (segment, 0)
        while let first = rest.first {
            if first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if rest.starts(with: "%2e".utf8) || rest.starts(with: "%2E".utf8) {
                rest = rest.dropFirst(3)
            } else {
                return 0
            }
            count += 1
        }
        return count > 2 ? 0 : count
    }

    // Bytes

    /// Returns the bytes without blanks and controls at the ends, and without tabs and line breaks.
    private static func withoutBlanks(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)[...].drop { $0 <= 0x20 }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    private static func split(
        _ text: ArraySlice<UInt8>,
        at mark: UInt8
    ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>?) {
        guard let index = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<index], text[(index + 1)...])
    }

    private static func split(
        _ text: ArraySlice<UInt8>,
        atLast mark: UInt8
    ) -> (before: ArraySlice<UInt8>?, after: ArraySlice<UInt8>) {
        guard let index = text.lastIndex(of: mark) else { return (nil, text) }
        return (text[..<index], text[(index + 1)...])
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
