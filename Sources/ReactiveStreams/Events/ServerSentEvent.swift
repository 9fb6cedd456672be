import ReactiveNetworking

/// An event of a server-sent event stream.
public struct ServerSentEvent: Sendable, Hashable {
    /// The type; `message` if the server names none.
    public var type: String
    /// The data: the values of all `data` fields, joined by LF.
    public var data: String
    /// The last event ID of the stream when the event was sent; empty if the server has set none.
    public var id: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - data: The data.
    ///   - id: The last event ID.
    public init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}

/// An event of a server-sent event stream whose data was decoded.
public struct TypedServerSentEvent<Value: Sendable>: Sendable {
    /// The decoded data.
    public var value: Value
    /// The type; `message` if the server names none.
    public var type: String
    /// The last event ID of the stream when the event was sent; empty if the server has set none.
    public var id: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - value: The decoded data.
    ///   - type: The type.
    ///   - id: The last event ID.
    public init(value: Value, type: String = "message", id: String = "") {
        self.value = value
        self.type = type
        self.id = id
    }
}

extension TypedServerSentEvent: Equatable where Value: Equatable {}

extension TypedServerSentEvent: Hashable where Value: Hashable {}

/// A change of a server-sent event stream or of its connection, from
/// `eventSourceUpdates(_:options:scheduler:)`.
public typealias EventSourceUpdate = EventStreamUpdate<ServerSentEvent>

/// A change of a server-sent event stream, whose events are of some type, or of its connection.
public enum EventStreamUpdate<Event: Sendable>: Sendable {
    /// A connection is open.
    case opened(ResponseHead)
    /// The server has sent an event.
    case event(Event)
    /// The server has sent a comment, of which these are at most 1,024 bytes.
    case comment(String)
    /// The connection has ended, and another one follows after a delay. The cause is `nil` if the server has ended the
    /// response.
    case reconnecting(after: Duration, cause: TransportError?)
}

extension EventStreamUpdate: Equatable where Event: Equatable {}

extension EventStreamUpdate: Hashable where Event: Hashable {}

extension EventStreamUpdate<Never> {
    /// A change that is no event, as one of a stream whose events are of some type.
    func of<Other>(_ type: Other.Type) -> EventStreamUpdate<Other> {
        switch self {
        case .opened(let head): .opened(head)
        case .comment(let text): .comment(text)
        case .reconnecting(let delay, let cause): .reconnecting(after: delay, cause: cause)
        }
    }
}

/// The end that the events of a stream announce.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum StreamEnding: Sendable, Hashable {
    /// No event ends the stream.
    case never
    /// An event with exactly this data ends the stream, and is not delivered.
    case data(String)

    /// The data `[DONE]`, which ends the streams of OpenAI's API and of those like it.
    public static let openAI = StreamEnding.data("[DONE]")

    /// Returns whether an event with this data ends the stream.
    func isReached(by data: String) -> Bool {
        if case .data(let last) = self { data == last } else { false }
    }
}
