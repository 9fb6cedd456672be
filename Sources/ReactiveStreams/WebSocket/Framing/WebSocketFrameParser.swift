import ReactiveNetworking

/// The type of a frame (RFC 6455 §5.2).
enum WebSocketOpcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    var isControl: Bool { rawValue >= 0x8 }
}

/// Parses the frames of a server (RFC 6455 §5).
///
/// A parser is a value without input or output of its own. It returns the same events however the bytes are cut into
/// pieces, and refuses a frame at the first byte that violates a rule (W5). It keeps the bytes of a control frame only.
struct WebSocketFrameParser: Sendable {
    enum Event: Equatable {
        /// The head of a frame with a part of a message.
        case frame(WebSocketOpcode, isCompressed: Bool, byteCount: Int)
        /// Bytes of such a frame, as their positions in the bytes passed to the parser. The range is never empty.
        case payload(Range<Int>)
        /// The end of such a frame.
        case end(isFinal: Bool)
        /// A whole control frame.
        case control(WebSocketOpcode, [UInt8])
        /// The last event.
        case violation(WebSocketViolation)
    }

    private enum State {
        case first
        case second
        case length(byteCount: Int, missing: Int, value: UInt64)
        case payload(missing: Int)
        case control(missing: Int)
        case end
        case refused
    }

    private static let maxControlByteCount = 125

    private let allowsCompression: Bool
    private var state = State.first
    private var opcode = WebSocketOpcode.continuation
    private var isFinal = true
    private var isCompressed = false
    private var isInsideMessage = false
    private var control: [UInt8] = []
    private var closeReason = UTF8Check()

    /// - Parameter allowsCompression: Whether the first frame of a message may say that it is compressed.
    init(allowsCompression: Bool) {
        self.allowsCompression = allowsCompression
    }

    /// Returns the next event.
    ///
    /// - Parameters:
    ///   - bytes: A piece of what the connection received.
    ///   - position: The position of the first byte in the piece that was not parsed yet. The parser increases it.
    /// - Returns: The event, or `nil` if the parser needs more bytes or has refused them.
    mutating func next(in bytes: Span<UInt8>, at position: inout Int) -> Event? {
        do throws(WebSocketViolation) {
            while true {
                switch state {
                case .end:
                    state = .first
                    return .end(isFinal: isFinal)
                case .refused: return nil
                case _ where position == bytes.count: return nil
                case .first: try begin(bytes.take(at: &position))
                case .second: if let event = try takeLength(bytes.take(at: &position)) { return event }
                case .length(let byteCount, let missing, let value):
                    let value = value << 8 | UInt64(bytes.take(at: &position))
                    if let event = try takeLength(value, of: byteCount, missing: missing - 1) { return event }
                case .payload(let missing):
                    let range = position..<position + min(missing, bytes.count - position)
                    position = range.upperBound
                    state = range.count == missing ? .end : .payload(missing: missing - range.count)
                    return .payload(range)
                case .control(let missing):
                    let byte = bytes.take(at: &position)
                    control.append(byte)
                    if opcode == .close { try checkClose(byte) }
                    state = .control(missing: missing - 1)
                    if missing == 1 { return try endControl() }
                }
            }
        } catch {
            state = .refused
            control = []
            return .violation(error)
        }
    }

    private mutating func begin(_ byte: UInt8) throws(WebSocketViolation) {
        guard byte & (allowsCompression ? 0x30 : 0x70) == 0 else { throw .reservedBit }
        guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else { throw .opcode }
        isCompressed = byte & 0x40 != 0
        guard !isCompressed || opcode == .text || opcode == .binary else { throw .compressedBit }
        let isFinal = byte & 0x80 != 0
        if opcode.isControl {
            guard isFinal else { throw .fragmentedControl }
        } else {
            guard opcode != .continuation || isInsideMessage else { throw .noBeginning }
            guard opcode == .continuation || !isInsideMessage else { throw .insideMessage }
            isInsideMessage = !isFinal
            self.isFinal = isFinal
        }
        self.opcode = opcode
        state = .second
    }

    private mutating func takeLength(_ byte: UInt8) throws(WebSocketViolation) -> Event? {
        guard byte & 0x80 == 0 else { throw .masked }
        let length = Int(byte & 0x7F)
        if opcode.isControl {
            guard length <= Self.maxControlByteCount else { throw .longControl }
            guard opcode != .close || length != 1 else { throw .closePayload }
            control.removeAll(keepingCapacity: true)
            closeReason = UTF8Check()
            state = .control(missing: length)
            return length == 0 ? try endControl() : nil
        }
        switch length {
        case 126: state = .length(byteCount: 2, missing: 2, value: 0)
        case 127: state = .length(byteCount: 8, missing: 8, value: 0)
        default: return frame(length)
        }
        return nil
    }

    private mutating func takeLength(
        _ value: UInt64,
        of byteCount: Int,
        missing: Int
    ) throws(WebSocketViolation) -> Event? {
        guard byteCount < 8 || missing < 7 || value < 0x80 else { throw .negativeLength }
        guard missing == 0 else {
            state = .length(byteCount: byteCount, missing: missing, value: value)
            return nil
        }
        guard value > (byteCount == 2 ? 125 : 0xFFFF), let length = Int(exactly: value) else { throw .longLength }
        return frame(length)
    }

    private mutating func frame(_ byteCount: Int) -> Event {
        state = byteCount == 0 ? .end : .payload(missing: byteCount)
        return .frame(opcode, isCompressed: isCompressed, byteCount: byteCount)
    }

    /// Checks the next byte of a close frame: two are its code, and its reason follows.
    private mutating func checkClose(_ byte: UInt8) throws(WebSocketViolation) {
        switch control.count {
        case 1: break
        case 2: guard WebSocketCloseCode(control).canBeSent else { throw .closeCode }
        default: guard closeReason.accept(byte) else { throw .notUTF8 }
        }
    }

    private mutating func endControl() throws(WebSocketViolation) -> Event {
        guard closeReason.isComplete else { throw .notUTF8 }
        state = .first
        return .control(opcode, control)
    }
}

extension Span<UInt8> {
    fileprivate func take(at position: inout Int) -> UInt8 {
        defer { position += 1 }
        return self[position]
    }
}
