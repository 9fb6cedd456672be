import ReactiveNetworking

/// Writes numbers and texts as bytes. Numbers are little-endian, and texts begin with their length.
struct StoreBytesWriter {
    private(set) var bytes = Data()

    mutating func write(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ data: Data) {
        write(UInt32(data.count))
        bytes.append(data)
    }
}

/// Reads what ``StoreBytesWriter`` wrote; `nil` where the bytes end too early or mean nothing. Lengths are compared
/// with the bytes that are there before anything is allocated.
struct StoreBytesReader {
    private let bytes: Data
    private var position: Int

    init(_ bytes: Data) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type = Number.self) -> Number? {
        let end = position + Number.bitWidth / 8
        guard end <= bytes.endIndex else { return nil }
        defer { position = end }
        let offset = position - bytes.startIndex
        // SAFETY: the bytes up to `end` are there.
        return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) })
    }

    mutating func data() -> Data? {
        guard let count = number(UInt32.self), Int(count) <= bytes.endIndex - position else { return nil }
        let end = position + Int(count)
        defer { position = end }
        return bytes[position..<end]
    }

    mutating func text() -> String? { data().flatMap { String(validating: $0, as: UTF8.self) } }
}
