/// A namespace for the vocabulary of HTTP: methods, status codes, header fields, and media types.
///
/// Its types are values that are independent of connections, time, and threads.
public enum HTTP {}

extension HTTP {
    /// Returns whether a byte is allowed in a token (RFC 9110 §5.6.2), the grammar of methods and header names.
    @inlinable
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    package static func isToken(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        return text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isTokenByte) }
            ?? text.utf8.allSatisfy(isTokenByte)
    }

    /// Returns the part of an invalid token that is safe to show: the text after the first invalid byte may be a secret
    /// (`"Authorization: Bearer …"` given as a name).
    package static func tokenPrefix(of text: String) -> String {
        String(decoding: text.utf8.prefix { isTokenByte($0) }.prefix(64), as: UTF8.self)
    }

    package static func isSameIgnoringCase(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let isSame = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                left.elementsEqual(right) { $0 == $1 || lowercased($0) == lowercased($1) }
            }
        }
        // A text that Foundation stores has no contiguous bytes.
        return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
    }

    package static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
