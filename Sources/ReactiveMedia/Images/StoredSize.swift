/// The size that an image names, as the numbers of its format.
struct StoredSize {
    var width: Int64
    var height: Int64

    private init?(_ width: Int64?, _ height: Int64?) {
        guard let width, let height else { return nil }
        self.width = width
        self.height = height
    }

    /// PNG: the chunk `IHDR` is the first (ISO/IEC 15948, 11.2.1).
    static func png(_ bytes: ByteReader) -> StoredSize? {
        guard bytes.has("IHDR", at: 12) else { return nil }
        return StoredSize(bytes.double(at: 16), bytes.double(at: 20))
    }

    /// GIF: the logical screen.
    static func gif(_ bytes: ByteReader) -> StoredSize? {
        StoredSize(bytes.word(at: 6), bytes.word(at: 8))
    }

    /// The number of segments and fill bytes of a JPEG that are passed over. No image has so many, but what a hostile
    /// server sends may have millions.
    private static let maxStepCount = 1 << 16

    /// JPEG: the frame header, after any number of other segments (ITU-T T.81, B.2.2).
    static func jpeg(_ bytes: ByteReader) -> StoredSize? {
        var position: Int64 = 2
        for _ in 0..<maxStepCount {
            guard bytes.byte(at: position) == 0xFF, let marker = bytes.byte(at: position + 1) else { return nil }
            switch marker {
            case 0xFF: position += 1
            // Markers without a segment: TEM and the restarts.
            case 0x01, 0xD0...0xD7: position += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let length = bytes.word(at: position + 2), length >= 8 else { return nil }
                return StoredSize(bytes.word(at: position + 7), bytes.word(at: position + 5))
            // The data begins, or the image ends, without a frame header.
            case 0x00, 0xD8, 0xD9, 0xDA: return nil
            default:
                guard let length = bytes.word(at: position + 2), length >= 2 else { return nil }
                position += 2 + length
            }
        }
        return nil
    }

    /// WebP: one of three kinds of first chunk (RFC 9649, 2.5 to 2.7).
    static func webp(_ bytes: ByteReader) -> StoredSize? {
        if bytes.has("VP8X", at: 12) {
            let (width, height) = (bytes.number(at: 24, count: 3), bytes.number(at: 27, count: 3))
            return StoredSize(width.map { $0 + 1 }, height.map { $0 + 1 })
        }
        if bytes.has("VP8L", at: 12) {
            guard bytes.byte(at: 20) == 0x2F, let bits = bytes.double(at: 21) else { return nil }
            return StoredSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        // The first frame is a key frame, which has the start code and the size.
        guard bytes.has("VP8 ", at: 12), bytes.byte(at: 20).map({ $0 & 1 }) == 0,
            bytes.has([0x9D, 0x01, 0x2A], at: 23)
        else { return nil }
        return StoredSize(bytes.word(at: 26).map { $0 & 0x3FFF }, bytes.word(at: 28).map { $0 & 0x3FFF })
    }

    /// BMP: the size of the second header tells its version. A negative height means rows from the top.
    static func bmp(_ bytes: ByteReader) -> StoredSize? {
        switch bytes.double(at: 14) {
        case 12: return StoredSize(bytes.word(at: 18), bytes.word(at: 20))
        case 16, 40, 52, 56, 64, 108, 124:
            guard let width = bytes.double(at: 18), let height = bytes.double(at: 22) else { return nil }
            // A width beyond the positive numbers is none.
            return StoredSize(Int64(Int32(truncatingIfNeeded: width)), abs(Int64(Int32(truncatingIfNeeded: height))))
        default: return nil
        }
    }

    /// TIFF: entries of the first directory (TIFF 6.0, section 2).
    static func tiff(_ bytes: ByteReader) -> StoredSize? {
        guard let directory = bytes.double(at: 4), directory >= 8, let count = bytes.word(at: directory) else {
            return nil
        }
        var (width, height): (Int64?, Int64?)
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            // The tags are in ascending order, so nothing is missed after the end.
            guard let tag = bytes.word(at: entry), tag <= 257 else { break }
            guard tag >= 256 else { continue }
            let value = tiffNumber(bytes, at: entry)
            if tag == 256 { width = value } else { height = value }
        }
        return StoredSize(width, height)
    }

    /// The one number of a directory's entry: a `SHORT` or a `LONG`.
    private static func tiffNumber(_ bytes: ByteReader, at entry: Int64) -> Int64? {
        guard bytes.double(at: entry + 4) == 1 else { return nil }
        switch bytes.word(at: entry + 2) {
        case 3: return bytes.word(at: entry + 8)
        case 4: return bytes.double(at: entry + 8)
        default: return nil
        }
    }
}
