#if os(Linux)
    import ReactiveHTTPModel

    extension ProxyServer {
        /// Returns the stream over a socket that is connected to the proxy. It has yet to shake hands.
        func stream(over socket: Int32, _ credentials: TLSCredentials) throws(TransportError) -> any SocketStream {
            guard isSecure else { return PlainStream(socket) }
            return try credentials.stream(over: socket, to: Server(isSecure: true, host: host, port: port))
        }
    }
#endif
