import ReactiveNetworking

extension WebSocket {
    /// A message: a text or bytes.
    public enum Message: Sendable, Hashable {
        /// A text, sent as UTF-8.
        case text(String)
        /// Any bytes.
        case data(Data)
    }

    /// The state of a WebSocket.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum State: Sendable, Hashable {
        /// Messages can be sent and received.
        case open
        /// One side has asked to close, or has violated the protocol. Nothing can be sent any more.
        case closing
        /// The connection has ended.
        case closed(WebSocketClose)
    }
}

extension WebSocket.Message {
    /// The bytes of the message.
    var bytes: Data {
        switch self {
        case .text(let text): Data(text.utf8)
        case .data(let data): data
        }
    }

    /// The number of bytes of the message.
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        }
    }

    /// The memory that the message takes, in bytes.
    var cost: Int { byteCount + WebSocketSession.Limit.overhead }
}
