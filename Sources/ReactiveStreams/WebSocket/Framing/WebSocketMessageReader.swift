import ReactiveNetworking

/// Puts messages together from the bytes of a server.
///
/// A reader is a value without input or output of its own. Beside a message in progress it keeps no more than one
/// control frame, however many fragments and pings arrive (W9).
struct WebSocketMessageReader: Sendable {
    enum Event: Equatable {
        case message(WebSocket.Message)
        case ping([UInt8])
        case pong([UInt8])
        case close(WebSocketClose)
        /// The last event.
        case violation(WebSocketViolation)
    }

    private let maxMessageByteCount: Int
    private let inflater: MessageInflater?
    private var parser: WebSocketFrameParser
    private var isText = false
    private var isCompressed = false
    private var text = UTF8Check()
    private var body: [UInt8] = []
    private var hasEnded = false

    /// - Parameters:
    ///   - maxMessageByteCount: The largest message. A larger one is refused by the head of its frame, or, if it is
    ///     compressed, as soon as more bytes than that have been inflated.
    ///   - compression: The compression that both sides have agreed on, if any.
    init(maxMessageByteCount: Int, _ compression: WebSocketCompression? = nil) {
        self.maxMessageByteCount = maxMessageByteCount
        inflater = compression.map { MessageInflater($0) }
        parser = WebSocketFrameParser(allowsCompression: compression != nil)
    }

    /// The number of bytes of the message in progress.
    var partialByteCount: Int { body.count }

    /// Returns the next event.
    ///
    /// - Parameters:
    ///   - bytes: A piece of what the connection received.
    ///   - position: The position of the first byte in the piece that was not read yet. The reader increases it.
    /// - Returns: The event, or `nil` if the reader needs more bytes or has refused them.
    mutating func next(in bytes: Span<UInt8>, at position: inout Int) -> Event? {
        guard !hasEnded else { return nil }
        do throws(WebSocketViolation) {
            while let event = parser.next(in: bytes, at: &position) {
                switch event {
                case .frame(let opcode, let isCompressed, let byteCount): try begin(opcode, isCompressed, byteCount)
                case .payload(let range): try take(bytes.extracting(range))
                case .end(isFinal: false): break
                case .end(isFinal: true): return .message(try takeMessage())
                case .control(.ping, let payload): return .ping(payload)
                case .control(.pong, let payload): return .pong(payload)
                case .control(_, let payload): return .close(WebSocketClose(payload: payload))
                case .violation(let violation): throw violation
                }
            }
            return nil
        } catch {
            hasEnded = true
            body = []
            return .violation(error)
        }
    }

    private mutating func begin(
        _ opcode: WebSocketOpcode,
        _ isCompressed: Bool,
        _ byteCount: Int
    ) throws(WebSocketViolation) {
        if opcode != .continuation {
            isText = opcode == .text
            text = UTF8Check()
            self.isCompressed = isCompressed
        }
        // The size of a compressed message is not known before.
        guard self.isCompressed || byteCount <= maxMessageByteCount - body.count else { throw .tooBig }
    }

    private mutating func take(_ bytes: Span<UInt8>) throws(WebSocketViolation) {
        guard isCompressed, let inflater else { return try append(bytes) }
        try inflater.inflate(bytes) { piece throws(WebSocketViolation) in try appendInflated(piece) }
    }

    private mutating func appendInflated(_ bytes: Span<UInt8>) throws(WebSocketViolation) {
        let room = maxMessageByteCount - body.count
        try append(bytes.extracting(..<min(bytes.count, room)))
        guard bytes.count <= room else { throw .tooBig }
    }

    private mutating func append(_ bytes: Span<UInt8>) throws(WebSocketViolation) {
        guard !isText || text.accept(bytes) else { throw .notUTF8 }
        bytes.withUnsafeBufferPointer { body.append(contentsOf: $0) }
    }

    private mutating func takeMessage() throws(WebSocketViolation) -> WebSocket.Message {
        if isCompressed, let inflater {
            try inflater.finish { piece throws(WebSocketViolation) in try appendInflated(piece) }
        }
        guard !isText || text.isComplete else { throw .notUTF8 }
        defer { body = [] }
        return isText ? .text(String(decoding: body, as: UTF8.self)) : .data(Data(body))
    }
}

extension WebSocketClose {
    /// Creates the content of a close frame from its payload, which the parser has checked (RFC 6455 §5.5.1).
    fileprivate init(payload: [UInt8]) {
        guard !payload.isEmpty else {
            self.init(.noStatus)
            return
        }
        self.init(WebSocketCloseCode(payload), reason: String(decoding: payload[2...], as: UTF8.self))
    }

    /// The payload of the close frame.
    var payload: [UInt8] {
        guard code != .noStatus else { return [] }
        return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + reason.utf8
    }
}

extension WebSocketCloseCode {
    /// Creates the code at the beginning of a close frame's payload.
    init(_ payload: [UInt8]) {
        self.init(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    }
}
