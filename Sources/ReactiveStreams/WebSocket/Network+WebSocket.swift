import ReactiveNetworking

extension Network {
    /// Opens a WebSocket (RFC 6455).
    ///
    /// ```swift
    /// let request = Request(.get, "wss://example.com/chat")
    /// network.webSocket(request).startWithResult { result in
    ///     guard case .success(let socket) = result else { return }
    ///     socket.messages.startWithResult { message in print(message) }
    /// }
    /// ```
    ///
    /// The producer is cold: each start is one connection. It sends the socket when it is open, completes when the
    /// socket is closed cleanly, and fails otherwise; there is no reconnection by itself. Disposal closes the socket
    /// with ``WebSocketCloseCode/goingAway`` and does not wait.
    ///
    /// The handshake is an operation like any other: headers, authorization, hooks, redirects, and attempts as in
    /// `send`, with the deadline of the layers (`Configuration.abortAfter`), or 10 seconds. A response other than 101
    /// fails with `unexpectedResponseCode(httpCode:data:)` and up to 64 KiB of its body; a handshake
    /// or a socket that fails otherwise, with a ``WebSocketError`` or a `TransportError` inside
    /// `requestFailure(error:)`. The open socket has no deadline.
    ///
    /// On Linux, WebSockets need `SocketTransport`, which is the default; other transports fail with
    /// `TransportError.Kind.unsupported`. See <doc:WebSockets>.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, for example a `Request`: a GET without a body. The schemes `ws` and `wss` mean
    ///     `http` and `https`.
    ///   - options: The settings of the socket.
    /// - Returns: A producer of one value, the open socket.
    public func webSocket(
        _ endpoint: some Endpoint,
        options: WebSocketOptions = WebSocketOptions()
    ) -> SignalProducer<WebSocket, OperationError> {
        let request = endpoint.makeRequest().withoutWebSocketScheme
        let sending = SendOptions(scheduler: nil, abortAfter: nil, maxRetries: nil)
        return SignalProducer(sendingTo: { output in
            let place = place(of: nil, for: output.context, isResponse: false).inOrder
            begin(request, sending, sendingTo: output, at: place, reporting: { _ in nil }) {
                WebSocketReceiver($0, options, $1, at: place)
            }
        })
    }
}

extension Request {
    fileprivate var withoutWebSocketScheme: Request {
        var request = self
        request.address = address.withoutWebSocketScheme
        return request
    }
}

extension String {
    /// The URL with `http` for `ws` and `https` for `wss` (RFC 6455 §3).
    var withoutWebSocketScheme: String {
        for (scheme, replacement) in [("ws://", "http://"), ("wss://", "https://")]
        where prefix(scheme.count).lowercased() == scheme {
            return replacement + dropFirst(scheme.count)
        }
        return self
    }
}
