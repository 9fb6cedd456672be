import ReactiveNetworking

/// Writes frames of a client, which are masked (RFC 6455 §5.3).
enum WebSocketFrameWriter {
    /// The largest payload of a frame of a message. A larger message goes out in fragments (W4).
    static let maxPayloadByteCount = 64 * 1_024

    /// Appends a frame.
    ///
    /// - Parameters:
    ///   - opcode: The type of the frame.
    ///   - isFinal: False if more fragments of the message follow.
    ///   - isCompressed: Whether the frame begins a message that is compressed.
    ///   - payload: The content, which has, or had before its compression, at most ``maxPayloadByteCount`` bytes.
    ///   - key: The masking key, which nobody can predict and no other frame has.
    ///   - bytes: Receives the frame.
    static func append(
        _ opcode: WebSocketOpcode,
        isFinal: Bool = true,
        isCompressed: Bool = false,
        _ payload: some Collection<UInt8>,
        maskedBy key: UInt32,
        to bytes: inout [UInt8]
    ) {
        let byteCount = payload.count
        bytes.reserveCapacity(bytes.count + byteCount + 14)
        bytes.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
        switch byteCount {
        case 0...125: bytes.append(0x80 | UInt8(byteCount))
        case 126...0xFFFF:
            bytes.append(0x80 | 126)
            bytes.append(bigEndian: UInt64(byteCount), byteCount: 2)
        default:
            bytes.append(0x80 | 127)
            bytes.append(bigEndian: UInt64(byteCount), byteCount: 8)
        }
        bytes.append(bigEndian: UInt64(key), byteCount: 4)
        let start = bytes.count
        bytes.append(contentsOf: payload)
        mask(&bytes, from: start, with: key)
    }

    /// Combines the bytes from `start` on with a key, eight bytes at a time. A second call restores them.
    static func mask(_ bytes: inout [UInt8], from start: Int, with key: UInt32) {
        // The key as it is in memory, twice.
        let word = UInt64(key.bigEndian) | UInt64(key.bigEndian) << 32
        bytes.withUnsafeMutableBytes { bytes in
            var index = start
            while index + 8 <= bytes.count {
                let masked = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ word
                bytes.storeBytes(of: masked, toByteOffset: index, as: UInt64.self)
                index += 8
            }
            var shift: UInt32 = 24
            while index < bytes.count {
                bytes[index] ^= UInt8(truncatingIfNeeded: key >> shift)
                shift &-= 8
                index += 1
                // At most seven bytes are left, so that the key is needed twice.
                if shift > 24 { shift = 24 }
            }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: UInt64, byteCount: Int) {
        for index in stride(from: byteCount - 1, through: 0, by: -1) {
            append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
        }
    }
}
