import Foundation

/// What divides the parts of a ``Multipart``.
enum Boundary {
    /// A boundary of 128 random bits. The default generator is the system's, which is made for secrets.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        (0..<2).reduce(into: "") { text, _ in
            let digits = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
    }

    /// Whether RFC 2046 §5.1.1 allows it: 1 to 70 of its characters. Blanks, which it allows within, are not worth the trouble.
    static func isValid(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: punctuation.contains(byte)
                }
            }
    }

    private static let punctuation = Array("'()+_,-./:=?".utf8)

    /// Whether `data` has `boundary` in it, anywhere.
    static func occurs(_ boundary: String, in data: Data) -> Bool {
        let needle = Array(boundary.utf8)
        return data.withUnsafeBytes { haystack in
            guard var start = haystack.baseAddress else { return false }
            let end = start + haystack.count
            while end - start >= needle.count,
                let candidate = memchr(start, Int32(needle[0]), end - start - needle.count + 1)
            {
                if memcmp(candidate, needle, needle.count) == 0 { return true }
                start = UnsafeRawPointer(candidate) + 1
            }
            return false
        }
    }
}
