/// An open WebSocket of the platform, which answers pings, checks frames, and reports whole messages.
///
/// All methods return at once, and can be called from any thread.
package protocol PlatformWebSocket: AnyObject, Sendable {
    /// Sets the receiver of the close frame and of the end. Called once, and first; earlier reports are not lost.
    /// It is released with the last report.
    func observe(_ receive: @escaping @Sendable (PlatformWebSocketReport) -> Void)

    /// Sets the number of bytes beyond which a message ends the connection.
    func limitMessages(toByteCount limit: Int)

    /// Receives one message. A failure is reported as the end instead.
    func receive(_ completion: @escaping @Sendable (PlatformWebSocketMessage) -> Void)

    /// Sends a message, and reports whether it was sent.
    func send(_ message: PlatformWebSocketMessage, _ completion: @escaping @Sendable (Bool) -> Void)

    /// Sends a ping, and reports whether its pong arrived.
    func ping(_ completion: @escaping @Sendable (Bool) -> Void)

    /// Sends a close frame, after what was sent before.
    func close(_ code: UInt16, _ reason: String)

    /// Closes the connection at once.
    func abort()
}

/// A message of a WebSocket of the platform.
package enum PlatformWebSocketMessage: Sendable {
    case text(String)
    case data(Data)
}

/// A report of a WebSocket of the platform, beside its messages.
package enum PlatformWebSocketReport: Sendable {
    /// The server has sent a close frame.
    case closed(code: UInt16, reason: String)
    /// The connection has ended. The last report.
    case ended(TransportError?)
}
