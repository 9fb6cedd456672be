#if os(Linux)
    import ReactiveHTTPModel

    /// The negotiation with a proxy of HTTP: a CONNECT request and its response (RFC 9110 §9.3.6).
    struct ConnectNegotiation: ProxyNegotiation {
        /// The allowed size of the response's head, including preceding informational heads.
        static let maxHeadByteCount = 64 * 1_024

        var output: [UInt8]
        private var parser = ResponseParser(method: .connect, url: nil, maxHeadByteCount: Self.maxHeadByteCount)

        /// Creates a negotiation.
        ///
        /// - Parameters:
        ///   - host: The server's name, or its address without brackets.
        ///   - port: The server's port.
        ///   - credentials: The credentials for the proxy.
        init(host: String, port: Int, _ credentials: ProxyServer.Credentials?) {
            let authority = "\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)"
            var lines = ["CONNECT \(authority) HTTP/1.1", "Host: \(authority)"]
            if let credentials { lines.append("Proxy-Authorization: \(credentials.basic)") }
            output = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        }

        mutating func receive(_ bytes: Span<UInt8>) throws(StreamFailure) -> Bool {
            var position = 0
            while let event = parser.next(in: bytes, at: &position) {
                switch event {
                case .informational: break
                case .head(let head):
                    let status = head.status.rawValue
                    guard (200...299).contains(status) else { throw .refused("the proxy answered with \(status)") }
                    // A length or a coding has no meaning here (RFC 9112 §6.3).
                    guard position == bytes.count else { throw .unasked }
                    return true
                case .failed(let failure): throw .refused("the proxy's answer is invalid: \(failure.text)")
                case .upgraded, .body, .trailers, .complete: throw .unasked
                }
            }
            return false
        }
    }
#endif
