/// The settings of a ``WebSocket``.
///
/// ```swift
/// var options = WebSocketOptions()
/// options.subprotocols = ["graphql-transport-ws"]
/// options.pingInterval = .seconds(30)
/// network.webSocket(request, options: options)
/// ```
public struct WebSocketOptions: Sendable {
    /// The subprotocols to offer, in order of preference: tokens, each once (RFC 6455 §1.9). The server chooses one or
    /// none: ``WebSocket/subprotocol``.
    public var subprotocols: [String] = []
    /// The largest message to receive, in bytes. A larger one closes the socket with
    /// ``WebSocketCloseCode/messageTooBig`` before its bytes are read.
    public var maxMessageByteCount = 16 * 1_024 * 1_024
    /// The time without a byte of the server after which a ping is sent, or `nil` for no such pings.
    public var pingInterval: Duration?
    /// The time after which the connection counts as lost if a ping has no pong.
    public var pongTimeout = Duration.seconds(10)
    /// The time for the server to answer a close frame, and to close the connection.
    public var closeTimeout = Duration.seconds(5)
    /// The time without a byte of the server after which the connection counts as lost, or `nil` for no limit.
    public var idleTimeout: Duration?
    /// The source of masking keys and of the key of the handshake.
    var random = WebSocketRandom.system

    /// Creates the default settings.
    public init() {}
}
