import ReactiveNetworking

/// The protocol of one open WebSocket: what the server, the user, and the clock do goes in, and actions come out.
///
/// A session is a value without input, output, or time of its own, so that every timeline can be tested. The methods
/// append to the actions, which ``takeActions()`` returns in order.
struct WebSocketSession: Sendable {
    /// The identity of a message to send, or of a ping.
    typealias Identifier = UInt64

    /// A step to take outside of the session.
    enum Action: Sendable, Equatable {
        /// Ask the connection for bytes, for one call of ``receive(_:at:)``.
        case read
        /// Write bytes. No other bytes follow until ``wrote(at:)``.
        case write([UInt8])
        /// Call ``flush(at:)``, behind the actions before.
        case flush
        /// Close the connection, whose bytes have been taken.
        case closeConnection
        /// Close the connection at once.
        case abort
        case event(WebSocketEvent)
    }

    /// The limits of buffers, in bytes.
    enum Limit {
        /// The size of the messages that wait for the consumer above which the connection is not read (W9).
        static let waitingToBeReceived = 256 * 1_024
        /// The size of the messages that wait to be sent above which no further one is accepted (W4).
        static let waitingToBeSent = 1_024 * 1_024
        /// The number of pings without a pong.
        static let pings = 1_024
        /// The number of pings of the server that wait for their pong. Beyond it, the oldest are not answered (W7).
        static let pongs = 64
        /// The memory that a message takes beside its bytes.
        static let overhead = 64
        /// The size of the frames that are handed to the connection at a time.
        static let batch = 64 * 1_024
    }

    enum Phase: Sendable {
        case open
        /// A close frame is on its way, or has come.
        case closing
        case over
    }

    /// A frame of the server that ends the session.
    enum Ending: Sendable {
        case close(WebSocketClose)
        case violation(WebSocketViolation)
    }

    /// A message that is being sent.
    struct Outgoing: Sendable {
        let id: Identifier
        let opcode: WebSocketOpcode
        let payload: Data
        var sentByteCount = 0
        var hasBegun = false
        var isCompressed = false

        var cost: Int { payload.count + Limit.overhead }
    }

    /// Bytes of the server that are not looked at yet, and the end of the connection behind them.
    struct HeldBack: Sendable {
        let bytes: [UInt8]
        /// The position of the first byte that was not looked at.
        var position = 0
        var hasEnded = false
        var error: TransportError?
    }

    struct Ping: Sendable {
        /// The identity for the user; `nil` for a ping of the interval.
        let id: Identifier?
        let payload: [UInt8]
        let madeAt: Duration
        /// The time at which it was handed to the connection.
        var sentAt: Duration?
    }

    let options: WebSocketOptions
    var phase = Phase.open
    var actions: [Action] = []

    // Receiving
    var reader: WebSocketMessageReader
    var isReading = false
    var hasConsumer = false
    var hasHadConsumer = false
    /// The size of the messages that the consumer was not sent.
    var unconsumedByteCount = 0
    /// A Boolean value that indicates whether the consumer holds up the connection.
    var isHeldUp = false
    /// The bytes behind messages that hold up the connection, if messages may be compressed: they could inflate to a
    /// thousand times their size.
    var heldBack: HeldBack?
    var heldUpUntil = Duration.zero
    /// The time of the last byte, or of the end of the last wait for the consumer.
    var lastByteAt: Duration
    var theirClose: WebSocketClose?
    var failure: WebSocketError?
    /// An ending behind messages that the consumer may not have done with.
    var waitingEnding: Ending?
    /// The number with which the consumer was asked last.
    var lastAwaited: UInt64 = 0

    // Sending
    let deflater: MessageDeflater?
    var queue = Deque<Outgoing>()
    var queuedByteCount = 0
    var isWriting = false
    /// A Boolean value that indicates whether a flush is among the actions that were not carried out.
    var isFlushDue = false
    var hasWriteFailed = false
    /// The messages whose last bytes are being written.
    var written: [Outgoing] = []
    /// The payloads of the server's pings that are not answered.
    var pongs = Deque<[UInt8]>()
    var pings: [Ping] = []
    var lastPing: UInt64 = 0
    var ownClose: WebSocketClose?
    /// A Boolean value that indicates whether the close frame goes out before the waiting messages.
    var closeOvertakes = false
    var hasWrittenClose = false
    var hasSentClose = false

    var closeDue: Duration?
    /// The end that the user was told.
    var end: WebSocketClose?

    /// - Parameters:
    ///   - options: The settings of the user.
    ///   - compression: The compression that both sides have agreed on, if any.
    ///   - now: The time.
    init(_ options: WebSocketOptions, _ compression: WebSocketCompression? = nil, at now: Duration) {
        self.options = options
        reader = WebSocketMessageReader(maxMessageByteCount: options.maxMessageByteCount, compression)
        deflater = compression.map { MessageDeflater($0) }
        lastByteAt = now
    }

    /// Begins to receive.
    mutating func begin(at now: Duration) { readIfWanted(at: now) }

    /// Returns the actions since the last call.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    mutating func emit(_ event: WebSocketEvent) { actions.append(.event(event)) }

    /// Ends the session.
    mutating func finish(_ close: WebSocketClose, _ outcome: WebSocketEvent.Outcome) {
        guard phase != .over else { return }
        phase = .over
        end = close
        queue.removeAll()
        written = []
        pings = []
        pongs.removeAll()
        heldBack = nil
        emit(.closed(close, outcome))
    }
}
