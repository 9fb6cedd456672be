import ReactiveCore
import ReactiveNetworking
import ReactiveStreams

/// The server's side of a WebSocket, which a test plays in virtual time.
///
/// A ``StubTransport`` opens it with ``StubTransport/Reply/webSocket(_:headers:)``. The real protocol runs between the
/// two sides: frames, masks, pings, and close frames.
///
/// ```swift
/// let socket = ScriptedSocket(clock: clock)
/// let network = Network(transport: StubTransport(.webSocket(socket), clock: clock), clock: clock)
/// chat.join(over: network)
/// socket.send(.text("hello"))
/// #expect(socket.messages == [.text("hello yourself")])
/// ```
///
/// One socket can be opened several times, one after the other; what was received is collected.
public final class ScriptedSocket: Sendable {
    /// The behavior of the server's side.
    public enum Manner: Sendable {
        /// Pings and close frames are answered, and the connection is closed after both close frames.
        case polite
        /// Nothing is answered.
        case silent
    }

    /// A frame of the client, without its mask.
    public struct Frame: Sendable, Hashable {
        /// The number of the type: 1 for text, 2 for data, 0 for a continuation, 8 for close, 9 for ping, 10 for pong.
        public var opcode: UInt8
        /// A Boolean value that indicates whether no fragment of the same message follows.
        public var isFinal: Bool
        /// The content.
        public var payload: Data
        /// The time on the socket's clock at which the frame was received; zero without a clock.
        public var time: Duration
    }

    private struct State: Sendable {
        var duplex: ScriptedDuplex?
        var openCount = 0
        var rest: [UInt8] = []
        var frames: [Frame] = []
        var hasSentClose = false
    }

    /// The subprotocol that the answer to the handshake chooses; `nil` for none.
    public let subprotocol: String?
    private let manner: Manner
    private let clock: (any TimedScheduler)?
    private let begun: SchedulerInstant
    private let state = Locked(State())

    /// Creates the server's side of a WebSocket.
    ///
    /// - Parameters:
    ///   - subprotocol: The subprotocol to choose.
    ///   - manner: The behavior for pings and close frames.
    ///   - clock: The scheduler that the times of frames come from.
    public init(subprotocol: String? = nil, manner: Manner = .polite, clock: (any TimedScheduler)? = nil) {
        self.subprotocol = subprotocol
        self.manner = manner
        self.clock = clock
        begun = clock?.now ?? .zero
    }

    // The server's side

    /// Sends a message to the client.
    ///
    /// - Parameter message: The message.
    public func send(_ message: WebSocket.Message) {
        switch message {
        case .text(let text): send(bytes: ServerFrameBytes.make(0x1, Array(text.utf8)))
        case .data(let data): send(bytes: ServerFrameBytes.make(0x2, Array(data)))
        }
    }

    /// Sends a ping to the client.
    ///
    /// - Parameter payload: The content, at most 125 bytes.
    public func ping(_ payload: Data = Data()) { send(bytes: ServerFrameBytes.make(0x9, Array(payload))) }

    /// Sends a close frame to the client.
    ///
    /// - Parameters:
    ///   - code: The code. `WebSocketCloseCode.noStatus` sends a frame without one.
    ///   - reason: The text.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") {
        state.withLock { $0.hasSentClose = true }
        let number = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        send(bytes: ServerFrameBytes.make(0x8, code == .noStatus ? [] : number + Array(reason.utf8)))
    }

    /// Sends any bytes to the client, in one piece.
    ///
    /// - Parameter bytes: The bytes: frames, parts of frames, or anything wrong.
    public func send(bytes: [UInt8]) { duplex?.arrive(bytes) }

    /// Ends the connection, after what was sent.
    ///
    /// - Parameter error: The failure of the connection; `nil` for an ordinary end.
    public func end(_ error: TransportError? = nil) { duplex?.end(error) }

    /// Takes no more bytes of the client until ``takeBytes()``, apart from one piece.
    public func holdBytes() { duplex?.hold() }

    /// Takes the bytes of the client again.
    public func takeBytes() { duplex?.take() }

    // The record of the client

    /// The frames of the client, in order.
    public var frames: [Frame] { state.withLock { $0.frames } }

    /// The messages of the client that are complete, in order.
    public var messages: [WebSocket.Message] { frames.messages }

    /// The codes of the client's close frames. A frame without a code counts as
    /// `WebSocketCloseCode.noStatus`.
    public var closeCodes: [WebSocketCloseCode] {
        frames.filter { $0.opcode == 0x8 }.map { frame in
            let bytes = Array(frame.payload.prefix(2))
            guard bytes.count == 2 else { return .noStatus }
            return WebSocketCloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        }
    }

    /// The number of times that the socket was opened.
    public var openCount: Int { state.withLock { $0.openCount } }

    /// A Boolean value that indicates whether a connection is open.
    public var isOpen: Bool { duplex.map { !$0.isOver } ?? false }

    /// A Boolean value that indicates whether the client reads the connection.
    public var isRead: Bool { duplex?.isRead ?? false }

    private var duplex: ScriptedDuplex? { state.withLock { $0.duplex } }

    // The connection

    /// Opens a connection, and returns the head of the answer to the handshake.
    func open(for request: PreparedRequest, _ headers: HTTP.Headers) -> (ResponseHead, any ByteDuplex) {
        let duplex = ScriptedDuplex { [weak self] bytes in self?.receive(bytes) }
        state.withLock { state in
            state.duplex = duplex
            state.openCount += 1
            state.rest = []
            state.hasSentClose = false
        }
        let accept = WebSocketHandshake.accept(request.headers["Sec-WebSocket-Key"] ?? "")
        var fields: HTTP.Headers = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept]
        if let subprotocol { fields.set("Sec-WebSocket-Protocol", subprotocol) }
        for (name, value) in headers { fields.set(name, value) }
        return (ResponseHead(status: HTTP.StatusCode(rawValue: 101), headers: fields, url: request.url), duplex)
    }

    private func receive(_ bytes: [UInt8]) {
        let time = clock.map { begun.duration(to: $0.now) } ?? .zero
        let new = state.withLock { state in
            state.rest += bytes
            var new: [Frame] = []
            while let frame = ClientFrameBytes.take(from: &state.rest, at: time) { new.append(frame) }
            state.frames += new
            return new
        }
        if case .polite = manner { for frame in new { answer(frame) } }
    }

    private func answer(_ frame: Frame) {
        switch frame.opcode {
        case 0x9: send(bytes: ServerFrameBytes.make(0xA, Array(frame.payload)))
        case 0x8:
            let mustAnswer = state.withLock { state in
                defer { state.hasSentClose = true }
                return !state.hasSentClose
            }
            if mustAnswer { send(bytes: ServerFrameBytes.make(0x8, Array(frame.payload.prefix(2)))) }
            end()
        default: break
        }
    }
}

extension [ScriptedSocket.Frame] {
    /// The messages that the frames make up.
    fileprivate var messages: [WebSocket.Message] {
        var messages: [WebSocket.Message] = []
        var opcode: UInt8 = 0
        var payload = Data()
        for frame in self where frame.opcode < 0x8 {
            if frame.opcode != 0 { (opcode, payload) = (frame.opcode, Data()) }
            payload += frame.payload
            guard frame.isFinal else { continue }
            messages.append(opcode == 0x1 ? .text(String(decoding: payload, as: UTF8.self)) : .data(payload))
        }
        return messages
    }
}
