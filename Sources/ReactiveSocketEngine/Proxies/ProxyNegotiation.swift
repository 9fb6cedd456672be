#if os(Linux)
    import ReactiveHTTPModel

    /// The negotiation with a proxy about a connection to a server: bytes in, bytes out.
    ///
    /// The bytes that are due are sent first. When all were sent, the next bytes of the proxy are taken.
    protocol ProxyNegotiation: Sendable {
        /// The bytes to send, which are then removed.
        var output: [UInt8] { get set }

        /// Takes bytes of the proxy.
        ///
        /// - Returns: Whether the connection to the server is open.
        /// - Throws: The reason why there is no connection to the server.
        mutating func receive(_ bytes: Span<UInt8>) throws(StreamFailure) -> Bool
    }

    extension StreamFailure {
        /// The failure of a negotiation that the proxy has answered.
        static func refused(_ text: String) -> StreamFailure {
            StreamFailure(kind: .proxyRefused, code: nil, text: text)
        }

        /// The failure for bytes behind the end of the negotiation: nothing was sent that they could answer.
        static let unasked = refused("the proxy sent bytes behind its answer")
    }
#endif
