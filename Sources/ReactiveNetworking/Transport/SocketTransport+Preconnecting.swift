#if os(Linux)
    import ReactiveSocketEngine

    extension SocketTransport {
        /// Opens a connection for the next request to an origin, which then waits for no lookup and no handshakes.
        ///
        /// ```swift
        /// transport.preconnect(to: "https://api.example.com").start()
        /// ```
        ///
        /// The producer completes at once if a connection to the origin is idle, or can be shared over HTTP/2, and if
        /// the limits leave no room for another connection: it neither waits nor closes one. The connection is kept
        /// like any idle one. A start that is disposed of in time opens none.
        ///
        /// - Parameter url: The URL of a request to the origin.
        /// - Returns: A producer of one value, or of the reason why no connection can be made.
        public func preconnect(to url: String) -> SignalProducer<Void, TransportError> {
            let request: PreparedRequest
            do throws(RequestError) {
                request = try RequestBuilder(.get, url).build().prepared()
            } catch {
                return SignalProducer(error: TransportError(.unsupported, phase: .preparing, detail: "\(error)"))
            }
            return Self.producer { output in self.preconnect(request, output) }.then(SignalProducer(value: ()))
        }
    }
#endif
