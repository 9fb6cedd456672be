import ReactiveNetworking

/// The treatment of elements of a stream that cannot be decoded.
public enum StreamDecoding: Sendable, Hashable {
    /// An element that cannot be decoded ends the stream with `parseFailure(cause:)`.
    case strict
    /// An element that cannot be decoded is passed over, with a log event
    /// (`skippedElement(_:)`).
    case skippingUndecodable
}

/// The settings of a stream of server-sent events.
public struct EventSourceOptions: Sendable, Hashable {
    /// The rules by which another connection follows one that has ended.
    public enum Reconnection: Sendable, Hashable {
        /// Connects again after the end of a response, after transient failures of the transport, and after the
        /// statuses 408, 425, 429, 500, 502, 503 and 504.
        case standard
        /// Connects again as the HTML standard says: after the end of a response and after transient failures of the
        /// transport. Any status but 200 is final.
        case strict
        /// Never connects again. The end of the response completes the stream.
        case never
    }

    /// The time without any byte, comments included, after which a connection counts as lost; `nil` for no limit. Time
    /// in which the observer holds up the transfer does not count. 5 minutes by default.
    public var idleTimeout: Duration?
    /// The rules by which another connection follows one that has ended.
    public var reconnection: Reconnection
    /// The time before another connection, until the server sets one. It doubles for each connection since the last
    /// event. 3 seconds by default.
    public var reconnectionTime: Duration
    /// The longest time before another connection, except for a longer one that the server sets. 60 seconds by default.
    public var maxReconnectionTime: Duration
    /// The randomization of the time before another connection, with the random numbers of the request's retry policy
    /// (`RetryPolicy.random`); none by default.
    public var jitter: Backoff.Jitter
    /// The last event ID of an earlier stream, for the first connection; empty by default.
    public var lastEventID: String
    /// The longest line in bytes; 1 MiB by default.
    public var maxLineByteCount: Int
    /// The longest data of an event in bytes; 8 MiB by default.
    public var maxEventByteCount: Int
    /// The number of attempts to connect again that may fail in a row: with the last one the stream fails. `nil` for no
    /// limit.
    public var maxConsecutiveFailures: Int?
    /// The treatment of events whose data cannot be decoded, for typed events.
    public var decoding: StreamDecoding

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - idleTimeout: The time without any byte after which a connection counts as lost; `nil` for no limit.
    ///   - reconnection: The rules by which another connection follows one that has ended.
    ///   - reconnectionTime: The time before another connection, until the server sets one.
    ///   - maxReconnectionTime: The longest time before another connection.
    ///   - jitter: The randomization of the time before another connection.
    ///   - lastEventID: The last event ID of an earlier stream.
    ///   - maxLineByteCount: The longest line in bytes.
    ///   - maxEventByteCount: The longest data of an event in bytes.
    ///   - maxConsecutiveFailures: The number of attempts to connect again that may fail in a row; `nil` for no limit.
    ///   - decoding: The treatment of events whose data cannot be decoded.
    public init(
        idleTimeout: Duration? = .seconds(300),
        reconnection: Reconnection = .standard,
        reconnectionTime: Duration = .seconds(3),
        maxReconnectionTime: Duration = .seconds(60),
        jitter: Backoff.Jitter = .none,
        lastEventID: String = "",
        maxLineByteCount: Int = 1 << 20,
        maxEventByteCount: Int = 8 << 20,
        maxConsecutiveFailures: Int? = nil,
        decoding: StreamDecoding = .strict
    ) {
        self.idleTimeout = idleTimeout
        self.reconnection = reconnection
        self.reconnectionTime = reconnectionTime
        self.maxReconnectionTime = maxReconnectionTime
        self.jitter = jitter
        self.lastEventID = lastEventID
        self.maxLineByteCount = maxLineByteCount
        self.maxEventByteCount = maxEventByteCount
        self.maxConsecutiveFailures = maxConsecutiveFailures
        self.decoding = decoding
    }

    /// The default settings, except that events that cannot be decoded are passed over.
    public static let skippingUndecodable = EventSourceOptions(decoding: .skippingUndecodable)

    /// The limits of the parser.
    var limits: EventParser.Limits {
        EventParser.Limits(lineByteCount: max(0, maxLineByteCount), eventByteCount: max(0, maxEventByteCount))
    }
}
