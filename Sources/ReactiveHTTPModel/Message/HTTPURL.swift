/// A URL for HTTP requests, as its author wrote it, validated by RFC 3986. `URL(string:)` silently repairs invalid text
/// (`not an URL` becomes `not%20an%20URL`, and then `%20` becomes `%2520`), and transports differ in their
/// interpretation of other text. Addresses that a server wrote are read by ``Address`` first.
///
/// The text is kept as given, without adding or removing escapes, with three exceptions: the fragment, which is never
/// sent, is dropped; non-ASCII text and square brackets in path and query are percent-encoded as UTF-8; and an
/// internationalized host is written in its ASCII form.
package struct HTTPURL: Sendable {
    package let url: URL
    /// The host and the port as written.
    let authority: String

    package init(_ text: String) throws(RequestError) {
        do {
            try self.init(checking: Array(text.utf8), of: text)
        } catch {
            throw .invalidURL(text: Redaction.standard.url(text), reason: error)
        }
    }

    private init(checking bytes: [UInt8], of given: String) throws(RequestError.InvalidURLReason) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Address.maxByteCount else { throw .tooLong }
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
            Address.isLetter(byte) || Address.isDigit(byte) || "+-.".utf8.contains(byte)
        }
        guard let first = scheme.first, Address.isLetter(first), scheme.endIndex < text.endIndex,
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
        if isBracketed { _ = try Address.Host.ipv6(host.dropFirst().dropLast()) }
        try checkPort(port, afterBracket: isBracketed)
        return try (isBracketed ? String(decoding: host, as: UTF8.self) : checkedName(host))
            + String(decoding: port, as: UTF8.self)
    }

    private static func checkPort(_ text: ArraySlice<UInt8>, afterBracket: Bool) throws(RequestError.InvalidURLReason) {
        guard let colon = text.first else { return }
        guard colon == UInt8(ascii: ":") else { throw .invalidIPv6 }
        let digits = text.dropFirst()
        guard digits.allSatisfy(Address.isDigit), digits.count <= 5,
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
        else { throw .invalidPort }
    }

    private static func checkedName(_ bytes: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) -> String {
        let name = try Address.Host.ascii(bytes)
        guard Address.Host.isName(name) else { throw .invalidHost }
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

    private static func checkEscapes(_ bytes: ArraySlice<UInt8>) throws(RequestError.InvalidURLReason) {
        for (index, byte) in zip(bytes.indices, bytes) where byte == UInt8(ascii: "%") {
            guard Address.isEscape(bytes[index...]) else { throw .invalidPercentEscape }
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
}
