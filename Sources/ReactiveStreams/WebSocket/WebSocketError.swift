import ReactiveNetworking

/// The failure of a ``WebSocket``.
///
/// Before the socket is open, it is the error inside `requestFailure(error:)`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum WebSocketError: Error, Sendable, Hashable {
    /// The request cannot open a WebSocket, for this reason. Nothing was sent.
    case unsuitableRequest(String)
    /// The server changes protocols, but not as RFC 6455 §4.1 requires, for this reason. No frame was sent.
    case handshake(String)
    /// The server violated the protocol, or sent a message larger than ``WebSocketOptions/maxMessageByteCount``, for
    /// this reason. The code is the one that the server was told.
    case protocolViolation(WebSocketCloseCode, String)
    /// The connection ended without a close frame of the server, for this reason if it is known.
    case connectionLost(TransportError?)
    /// The socket is closed or about to close, so that nothing can be sent.
    case closed(WebSocketClose)
    /// The waiting messages have more bytes than this limit, so that no further one is accepted.
    case tooManyBytesWaiting(limit: Int)
    /// Another start of ``WebSocket/messages`` receives the messages.
    case hasConsumer
    /// The code may not be sent, or the reason has more than 123 bytes of UTF-8.
    case invalidClose(WebSocketClose)
    /// The value of a typed message cannot be encoded, as `unencodableBody(path:reason:cause:)` says. Nothing was sent.
    case unencodable(RequestError)
    /// A typed message cannot be decoded.
    case undecodable(DecodingFailure)
}

extension WebSocketError: CustomStringConvertible, LocalizedError {
    /// A line of text without contents of messages.
    public var description: String {
        switch self {
        case .unsuitableRequest(let reason): "The request cannot open a WebSocket: \(reason)"
        case .handshake(let reason): "The server's answer does not open a WebSocket: \(reason)"
        case .protocolViolation(let code, let reason): "The WebSocket was closed with \(code): \(reason)"
        case .connectionLost(let cause):
            "The WebSocket's connection was lost" + (cause.map { ": \($0)" } ?? ": it ended without a close frame")
        case .closed(let close): "The WebSocket is closed: \(close)"
        case .tooManyBytesWaiting(let limit): "More than \(limit) bytes wait to be sent over the WebSocket"
        case .hasConsumer: "The messages of the WebSocket have a consumer already"
        case .invalidClose(let close): "A WebSocket cannot be closed with \(close.code)"
        case .unencodable(let error): "The WebSocket cannot send the message: \(error)"
        case .undecodable(let failure): "The WebSocket has received a message of another type: \(failure)"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
