import ReactiveNetworking

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
    public var subprotocols: [String]
    /// The largest message to receive, in bytes. A larger one closes the socket with
    /// ``WebSocketCloseCode/messageTooBig`` before its bytes are read, or before more of a compressed one is inflated.
    /// 16 MiB by default.
    public var maxMessageByteCount: Int
    /// The time without a byte of the server after which a ping is sent, or `nil` for no such pings.
    public var pingInterval: Duration?
    /// The time after which the connection counts as lost if a ping has no pong. 10 seconds by default.
    public var pongTimeout: Duration
    /// The time for the server to answer a close frame and to close the connection, and for the consumer to answer the
    /// messages before a close frame or a violation of the server. 5 seconds by default.
    public var closeTimeout: Duration
    /// The time without a byte of the server after which the connection counts as lost, or `nil` for no limit.
    public var idleTimeout: Duration?
    /// The compression of messages to offer, or `nil` for none, which is the default. If it cannot be offered, because
    /// zlib is not installed or the transport is `URLSessionTransport`, the operation fails with
    /// `TransportError.Kind.unsupported`.
    public var compression: WebSocketCompression?
    /// The source of masking keys and of the key of the handshake.
    var random = WebSocketRandom.system

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - subprotocols: The subprotocols to offer, in order of preference.
    ///   - maxMessageByteCount: The largest message to receive, in bytes.
    ///   - pingInterval: The time without a byte of the server after which a ping is sent, or `nil` for no such pings.
    ///   - pongTimeout: The time after which the connection counts as lost if a ping has no pong.
    ///   - closeTimeout: The time for the server to answer a close frame, and to close the connection.
    ///   - idleTimeout: The time without a byte of the server after which the connection counts as lost, or `nil` for
    ///     no limit.
    ///   - compression: The compression of messages to offer, or `nil` for none.
    public init(
        subprotocols: [String] = [],
        maxMessageByteCount: Int = 16 * 1_024 * 1_024,
        pingInterval: Duration? = nil,
        pongTimeout: Duration = .seconds(10),
        closeTimeout: Duration = .seconds(5),
        idleTimeout: Duration? = nil,
        compression: WebSocketCompression? = nil
    ) {
        self.subprotocols = subprotocols
        self.maxMessageByteCount = maxMessageByteCount
        self.pingInterval = pingInterval
        self.pongTimeout = pongTimeout
        self.closeTimeout = closeTimeout
        self.idleTimeout = idleTimeout
        self.compression = compression
    }
}
