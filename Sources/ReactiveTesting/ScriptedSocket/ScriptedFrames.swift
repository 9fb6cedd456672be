import ReactiveHTTPModel

/// Frames as a server sends them: without a mask.
enum ServerFrameBytes {
    static func make(_ opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length: [UInt8] =
            switch count {
            case 0...125: [UInt8(count)]
            case 126...0xFFFF: [126, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
            }
        return [(isFinal ? 0x80 : 0) | opcode] + length + payload
    }
}

/// Frames as a client sends them: with a mask.
enum ClientFrameBytes {
    /// Removes the first frame from bytes, and returns it; `nil` if it is not whole.
    static func take(from bytes: inout [UInt8], at time: Duration) -> ScriptedSocket.Frame? {
        guard bytes.count >= 2 else { return nil }
        let lengthByteCount =
            switch bytes[1] & 0x7F {
            case 126: 2
            case 127: 8
            default: 0
            }
        let start = 2 + lengthByteCount + 4
        guard bytes.count >= start else { return nil }
        let length =
            lengthByteCount == 0
            ? Int(bytes[1] & 0x7F) : bytes[2..<(2 + lengthByteCount)].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - start >= length else { return nil }
        let key = Array(bytes[(start - 4)..<start])
        let payload = bytes[start..<(start + length)].enumerated().map { $1 ^ key[$0 & 3] }
        let frame = ScriptedSocket.Frame(
            opcode: bytes[0] & 0x0F,
            isFinal: bytes[0] & 0x80 != 0,
            payload: Data(payload),
            time: time
        )
        bytes.removeFirst(start + length)
        return frame
    }
}
