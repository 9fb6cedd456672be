#if os(Linux)
    import ReactiveHTTPModel

    /// The steps between the connection to a proxy and the stream on which the server, or the request, is next.
    struct ProxyPassage: Sendable {
        /// The result of taking as many steps as possible.
        enum Progress {
            /// The passage continues when the socket is ready again.
            case blocked
            case done
            case failed(StreamFailure)
        }

        /// The stream over the connection to the proxy.
        let stream: any SocketStream
        private var isSecured = false
        /// The negotiation about a connection to the server; `nil` if the proxy takes the request itself.
        private var negotiation: (any ProxyNegotiation)?
        /// The bytes to send.
        private var output: [UInt8] = []

        /// Creates a passage.
        ///
        /// - Parameters:
        ///   - stream: The stream over the connection to the proxy.
        ///   - server: The server, with its proxy.
        ///   - address: The server's address, if it was looked up.
        init(_ stream: any SocketStream, to server: Server, at address: String?) {
            self.stream = stream
            guard let proxy = server.proxy, !server.isForwarding else { return }
            let host = address ?? server.host
            negotiation =
                proxy.isHTTP
                ? ConnectNegotiation(host: host, port: server.port, proxy.credentials)
                : SOCKSNegotiation(host: host, port: server.port, proxy.credentials)
        }

        /// Takes as many steps as possible.
        ///
        /// - Parameter buffer: The memory to read into.
        mutating func advance(_ buffer: UnsafeMutableRawBufferPointer) -> Progress {
            if !isSecured {
                switch stream.shakeHands() {
                case .blocked: return .blocked
                case .failed(let failure): return .failed(failure)
                case .done: isSecured = true
                }
            }
            while negotiation != nil {
                if let progress = send() ?? receive(buffer) { return progress }
            }
            return .done
        }

        /// Sends what is due.
        ///
        /// - Returns: What keeps it from being sent.
        private mutating func send() -> Progress? {
            if output.isEmpty, let due = negotiation?.output {
                output = due
                negotiation?.output = []
            }
            while !output.isEmpty {
                switch output.withUnsafeBytes({ stream.write($0) }) {
                case .bytes(let count): output.removeFirst(count)
                case .blocked: return .blocked
                case .failed(let failure): return .failed(failure)
                }
            }
            return nil
        }

        private mutating func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Progress? {
            switch stream.read(into: buffer) {
            case .blocked: return .blocked
            case .failed(let failure): return .failed(failure)
            case .end:
                let text = "it ended the connection before it answered"
                return .failed(StreamFailure(kind: .connectionLost, code: nil, text: text))
            case .bytes(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                do throws(StreamFailure) {
                    // SAFETY: the span is used while the buffer is, and nothing writes to the buffer meanwhile.
                    if try negotiation?.receive(Span<UInt8>(_unsafeBytes: bytes)) == true { negotiation = nil }
                    return nil
                } catch {
                    return .failed(error)
                }
            }
        }
    }
#endif
