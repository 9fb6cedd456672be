import Foundation

/// A URL for HTTP requests, validated by RFC 3986. `URL(string:)` silently repairs invalid text (`not an URL` becomes
/// `not%20an%20URL`), and transports differ in their interpretation of other text.
///
/// The text is kept as given, without adding or removing escapes, with three exceptions: the fragment, which is never
/// sent, is dropped; non-ASCII text and square brackets in path and query are percent-encoded as UTF-8; and an
/// internationalized host is written in its ASCII form.
struct HTTPURL: Sendable {
    let url: URL
    /// The host and the port as written.
    let authority: String

    init(_ text: String) throws(RequestError) {
        do {
            try self.init(checking: Array(text.utf8), of: text)
        } catch {
            throw .invalidURL(text: Redaction.standard.url(text), reason: error)
        }
    }

    private init(checking bytes: [UInt8], of given: String) throws(RequestError.InvalidURLReason) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maxByteCount else { throw .tooLong }
        try Self.checkCharacters(bytes)
        let text = bytes.prefix { $0 != UInt8(ascii: "#") }
        let scheme = try Self.scheme(of: text)
        let afterScheme = text[(scheme.endIndex + 1)...]
        guard afterScheme.starts(with: "//".utf8) else { throw .missingHost }
        let afterSlashes = afterScheme.dropFirst(2)
        let written = afterSlashes.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        authority = try Self.checkedAuthority(written)
        let target = afterSlashes[written.endIndex...]
        try Self.checkEscapes(target)
        let whole =
            bytes.allSatisfy(Self.staysAsGiven)
            ? given : String(decoding: scheme, as: UTF8.self) + "://" + authority + Self.encoded(target)
        guard let url = URL(string: whole, encodingInvalidCharacters: false), url.absoluteString == whole else {
            throw .unreadable
        }
        self.url = url
    }

    private static let maxByteCount = 65_536

    private static func checkCharacters(_ bytes: [UInt8]) throws(RequestError.InvalidURLReason) {
        for byte in bytes {
            switch byte {
            case 0..<0x20, 0x7F: throw .controlCharacter
            case UInt8(ascii: " "): throw .space
            case UInt8(ascii: "\\"): throw .backslash
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                throw .forbiddenCharacter
            default: break
            }
        }
    }

    private static func scheme(of text: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) -> ArraySlice<UInt8> {
        let scheme = text.prefix { byte in
            isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
        }
        guard let first = scheme.first, isLetter(first), scheme.endIndex < text.endIndex,
            text[scheme.endIndex] == UInt8(ascii: ":")
        else { throw .relative }
        let name = String(decoding: scheme, as: UTF8.self).lowercased()
        guard name == "https" || name == "http" else { throw .unsupportedScheme }
        return scheme
    }

    private static func checkedAuthority(_ text: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) -> String {
        guard !text.contains(UInt8(ascii: "@")) else { throw .userInfo }
        let isBracketed = text.first == UInt8(ascii: "[")
        let host: ArraySlice<UInt8>
        if isBracketed {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { throw .invalidIPv6 }
            host = text[...end]
        } else {
            host = text.prefix { $0 != UInt8(ascii: ":") }
        }
        let port = text[host.endIndex...]
        guard !host.isEmpty else { throw .missingHost }
        try isBracketed ? checkIPv6(host.dropFirst().dropLast()) : ()
        try checkPort(port, afterBracket: isBracketed)
        return try (isBracketed ? String(decoding: host, as: UTF8.self) : checkedName(host))
            + String(decoding: port, as: UTF8.self)
    }

    private static func checkPort(_ text: ArraySlice<UInt8>, afterBracket: Bool) throws(RequestError.InvalidURLReason) {
        guard let colon = text.first else { return }
        guard colon == UInt8(ascii: ":") else { throw .invalidIPv6 }
        let digits = text.dropFirst()
        guard digits.allSatisfy(isDigit), digits.count <= 5,
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
        else { throw .invalidPort }
    }

    private static func checkIPv6(_ text: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) {
        guard !text.contains(UInt8(ascii: "%")) else { throw .zoneIdentifier }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1 else { throw .invalidIPv6 }
    }

    private static func checkedName(_ bytes: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) -> String {
        var name = String(decoding: bytes, as: UTF8.self)
        if bytes.contains(where: { $0 >= 0x80 }) {
            name = try asciiName(of: name)
        }
        guard areLabels(name.utf8.dropLast(name.hasSuffix(".") ? 1 : 0)), name.utf8.count <= 254 else {
            throw .invalidHost
        }
        try checkAddress(name)
        return name
    }

    /// Rejects spellings of an IPv4 address other than four decimal numbers, such as `127.1` and `0x7f000001`: an
    /// alternative spelling of a host must not bypass pins, origin checks, or proxy exceptions.
    private static func checkAddress(_ name: String) throws(RequestError.InvalidURLReason) {
        var address = in_addr()
        guard inet_aton(name, &address) != 0 else { return }
        guard inet_pton(AF_INET, name, &address) == 1 else { throw .invalidHost }
    }

    /// Returns whether `bytes` are labels of 1 to 63 bytes separated by dots.
    private static func areLabels(_ bytes: Substring.UTF8View) -> Bool {
        var length = 0
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard length > 0 else { return false }
                length = 0
            } else {
                guard length < 63, isLetter(byte) || isDigit(byte) || "-_~".utf8.contains(byte) else { return false }
                length += 1
            }
        }
        return length > 0
    }

    /// Returns the `xn--` form, by the platform's UTS #46 mapping. The caller validates the result like any name, since
    /// the mapping may turn a lookalike into a delimiter.
    private static func asciiName(of name: String) throws(RequestError.InvalidURLReason) -> String {
        guard let mapped = URL(string: "http://\(name)/")?.absoluteString, mapped.hasSuffix("/") else {
            throw .invalidHost
        }
        return String(mapped.dropFirst("http://".count).dropLast())
    }

    private static func checkEscapes(_ bytes: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) {
        for (index, byte) in zip(bytes.indices, bytes) where byte == UInt8(ascii: "%") {
            let digits = bytes[(index + 1)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy(isHexDigit) else { throw .invalidPercentEscape }
        }
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if staysAsGiven(byte) { result.append(byte) } else { result.appendEscaped(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns whether an allowed byte is kept without being percent-encoded.
    private static func staysAsGiven(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80..., UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"): false
        default: true
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}

extension [UInt8] {
    /// Appends a percent-encoded byte.
    mutating func appendEscaped(_ byte: UInt8) {
        append(UInt8(ascii: "%"))
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 15))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
