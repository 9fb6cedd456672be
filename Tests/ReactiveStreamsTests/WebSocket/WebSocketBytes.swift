import ReactiveTestSupport

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// Frames as a server sends them.
enum ServerFrame {
    static func make(_ opcode: UInt8, isFinal: Bool = true, _ payload: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case 0...125: bytes.append(UInt8(payload.count))
        case 126...0xFFFF: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        }
        return bytes + payload
    }

    /// A frame that begins a compressed message (RFC 7692 §6).
    static func compressed(_ opcode: UInt8, isFinal: Bool = true, _ payload: some Collection<UInt8>) -> [UInt8] {
        var bytes = make(opcode, isFinal: isFinal, payload)
        bytes[0] |= 0x40
        return bytes
    }

    static func text(_ text: String) -> [UInt8] { make(0x1, text.utf8) }
    static func data(_ bytes: [UInt8]) -> [UInt8] { make(0x2, bytes) }
    static func ping(_ text: String) -> [UInt8] { make(0x9, text.utf8) }
    static func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        make(0x8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
    }
}

/// A frame of the client, with its mask removed.
struct ClientFrame: Equatable, CustomStringConvertible {
    var opcode: UInt8
    var isFinal = true
    var isCompressed = false
    var payload: [UInt8]
    var key: [UInt8] = []

    static func text(_ text: String) -> ClientFrame { ClientFrame(opcode: 0x1, payload: Array(text.utf8)) }
    static func pong(_ text: String) -> ClientFrame { ClientFrame(opcode: 0xA, payload: Array(text.utf8)) }
    static func close(_ code: UInt16) -> ClientFrame {
        ClientFrame(opcode: 0x8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)])
    }

    static func == (left: ClientFrame, right: ClientFrame) -> Bool {
        left.opcode == right.opcode && left.isFinal == right.isFinal && left.isCompressed == right.isCompressed
            && left.payload == right.payload
    }

    var description: String { "\(opcode)\(isFinal ? "" : "…") \(payload.count) bytes: \(payload.prefix(16))" }

    /// Returns the frames that bytes consist of, and the number of bytes behind the last whole one.
    static func parse(_ bytes: [UInt8]) -> (frames: [ClientFrame], restByteCount: Int) {
        var frames: [ClientFrame] = []
        var rest = bytes[...]
        while let frame = parse(&rest) { frames.append(frame) }
        return (frames, rest.count)
    }

    private static func parse(_ rest: inout ArraySlice<UInt8>) -> ClientFrame? {
        let bytes = Array(rest.prefix(14))
        guard bytes.count >= 6, bytes[1] & 0x80 != 0 else { return nil }
        let lengthByteCount =
            switch bytes[1] & 0x7F {
            case 126: 2
            case 127: 8
            default: 0
            }
        let headByteCount = 2 + lengthByteCount + 4
        guard bytes.count >= headByteCount else { return nil }
        let length =
            lengthByteCount == 0
            ? Int(bytes[1] & 0x7F) : bytes[2..<2 + lengthByteCount].reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= headByteCount + length else { return nil }
        let key = Array(bytes[(headByteCount - 4)..<headByteCount])
        let masked = rest.dropFirst(headByteCount).prefix(length)
        let payload = masked.enumerated().map { $1 ^ key[$0 & 3] }
        rest = rest.dropFirst(headByteCount + length)
        return ClientFrame(
            opcode: bytes[0] & 0x0F,
            isFinal: bytes[0] & 0x80 != 0,
            isCompressed: bytes[0] & 0x40 != 0,
            payload: payload,
            key: key
        )
    }
}

extension WebSocketMessageReader {
    /// Returns the events of bytes that arrive in pieces.
    static func events(
        of pieces: [[UInt8]],
        upTo limit: Int = 16 << 20,
        _ compression: WebSocketCompression? = nil
    ) -> [Event] {
        var reader = WebSocketMessageReader(maxMessageByteCount: limit, compression)
        var events: [Event] = []
        for piece in pieces {
            var position = 0
            while let event = reader.next(in: piece.span, at: &position) { events.append(event) }
        }
        return events
    }
}
