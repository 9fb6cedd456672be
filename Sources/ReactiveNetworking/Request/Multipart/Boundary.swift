/// The delimiters between the parts of a ``Multipart``.
enum Boundary {
    /// Returns a boundary of 128 random bits. Callers use the system's generator, which is cryptographically secure.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        generator.next().hexadecimalDigits + generator.next().hexadecimalDigits
    }

    /// Returns whether a boundary has 1 to 70 of the characters of RFC 2046 §5.1.1. Spaces, which the RFC allows
    /// inside, are not supported.
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

    /// Returns whether `data` contains `boundary`.
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
