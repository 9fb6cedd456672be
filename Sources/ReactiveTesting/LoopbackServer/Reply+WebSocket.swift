import ReactiveNetworking
import ReactiveStreams

extension LoopbackServer.Reply {
    /// Creates a reply that opens a WebSocket whose messages come back, until the client closes it.
    ///
    /// ```swift
    /// server.on("/echo") { request in .webSocketEcho(to: request) }
    /// ```
    ///
    /// - Parameter request: The request, whose key the reply answers.
    /// - Returns: The reply: 101, or 426 for a request that does not open a WebSocket.
    public static func webSocketEcho(to request: LoopbackServer.ReceivedRequest) -> Self {
        guard let key = request.header("Sec-WebSocket-Key") else {
            return .status(426).header("Upgrade", "websocket")
        }
        return status(101)
            .header("Upgrade", "websocket")
            .header("Connection", "Upgrade")
            .header("Sec-WebSocket-Accept", WebSocketHandshake.accept(key))
            .with { $0.ending = .webSocketEcho }
    }
}
