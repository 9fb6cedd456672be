/// Numbers at positions of a text of bytes. A position outside of it has none.
struct ByteReader {
    private let bytes: Data
    private let isBigEndian: Bool

    init(_ bytes: Data, isBigEndian: Bool = true) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
    }

    /// Returns the number of `count` bytes at a position. There are at most four of them.
    func number(at position: Int64, count: Int) -> Int64? {
        guard position >= 0, position <= Int64(bytes.count) - Int64(count) else { return nil }
        let first = bytes.startIndex + Int(position)
        var number: Int64 = 0
        for index in 0..<count {
            let byte = Int64(bytes[first + index])
            number = isBigEndian ? number << 8 | byte : number | byte << (8 * index)
        }
        return number
    }

    func byte(at position: Int64) -> Int64? { number(at: position, count: 1) }

    func word(at position: Int64) -> Int64? { number(at: position, count: 2) }

    func double(at position: Int64) -> Int64? { number(at: position, count: 4) }

    /// Returns whether the bytes at a position are those of an ASCII text.
    func has(_ text: StaticString, at position: Int64 = 0) -> Bool {
        let wanted = Array("\(text)".utf8)
        guard position >= 0, position <= Int64(bytes.count) - Int64(wanted.count) else { return false }
        return bytes[(bytes.startIndex + Int(position))...].starts(with: wanted)
    }

    func has(_ wanted: [UInt8], at position: Int64 = 0) -> Bool {
        guard position >= 0, position <= Int64(bytes.count) - Int64(wanted.count) else { return false }
        return bytes[(bytes.startIndex + Int(position))...].starts(with: wanted)
    }
}
