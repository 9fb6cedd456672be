import ReactiveNetworking

extension OAuth {
    /// Returns the text as `application/x-www-form-urlencoded` (RFC 6749 appendix B): a space is a plus sign.
    static func formEncoded(_ text: String) -> String {
        escaped(text) { byte in
            switch byte {
            case UInt8(ascii: " "): "+"
            case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): nil
            default: isAlphanumeric(byte) ? nil : percentEscape(byte)
            }
        }
    }

    /// Returns the text as a value in a query: everything but the unreserved characters of RFC 3986 is escaped.
    static func queryEncoded(_ text: String) -> String {
        escaped(text) { isUnreserved($0) ? nil : percentEscape($0) }
    }

    /// Returns whether a byte is an unreserved character (RFC 3986 §2.3, RFC 7636 §4.1).
    static func isUnreserved(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-._~".utf8.contains(byte) }

    /// Returns the fields of a query (RFC 6749 appendix B), or `nil` if one is not valid.
    static func fields(ofQuery query: Substring) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for pair in query.split(separator: "&") {
            let parts = pair.replacing("+", with: " ").split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = parts[0].withoutPercentEncoding,
                let value = parts.dropFirst().joined().withoutPercentEncoding
            else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    /// Returns a text without blanks and line breaks around it.
    static func trimmed(_ text: String) -> Substring {
        let text = text.drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
    }

    /// Returns random bytes from the system's cryptographic random number generator, as base64url.
    static func randomText(byteCount: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL(Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// Returns the bytes in base64url without padding (RFC 7636 appendix A).
    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns whether two texts are equal, in a time that depends on their lengths only.
    static func isEqualInConstantTime(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func escaped(_ text: String, _ escape: (UInt8) -> String?) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if let escape = escape(byte) {
                result += escape
            } else {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private static func percentEscape(_ byte: UInt8) -> String {
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
