#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// A transport over sockets of its own: HTTP/1.1, plain and over the system's OpenSSL, and HTTP/2 over the system's
    /// nghttp2.
    ///
    /// One thread per transport waits for the sockets and never runs your code. Events arrive on a thread pool,
    /// serially for each exchange; the first phases arrive on the thread that starts the exchange. A slow observer
    /// holds up only its own exchange: beyond ``Configuration/bufferByteCount`` undelivered bytes, the connection is
    /// not read until the observer catches up.
    ///
    /// The defaults are safe: TLS 1.2 or newer with the system's trusted certificates, no proxy, no cookies, no
    /// `.netrc`. A transport that was made before a `fork` without `exec` fails in the child process with
    /// `TransportError.Kind.unsupported`.
    ///
    /// ```swift
    /// var configuration = SocketTransport.Configuration()
    /// configuration.tls.trust = .file("/etc/ssl/internal-ca.pem")
    /// let network = Network(transport: try SocketTransport(configuration))
    /// ```
    public final class SocketTransport: Sendable {
        /// The shared transport with the default configuration, or the error that prevents its creation.
        ///
        /// If the process is out of file descriptors, a later access tries again.
        public static var shared: Result<SocketTransport, TransportError> { kept.get() }

        private static let kept = Kept { () throws(TransportError) in
            try SocketTransport(Configuration(), isShared: true)
        }

        let engine: Engine
        /// A Boolean value that indicates whether the transport belongs to nobody, who could close it.
        private let isShared: Bool

        /// Creates a transport with its own connections and thread. They are released when the transport is deallocated
        /// and its last exchange has ended.
        ///
        /// - Parameter configuration: The settings of the transport.
        /// - Throws: A `TransportError` of the kind `TransportError.Kind.resourcesExhausted` if the process cannot
        ///   open the required files.
        public convenience init(_ configuration: Configuration = Configuration()) throws(TransportError) {
            try self.init(configuration, isShared: false)
        }

        private init(_ configuration: Configuration, isShared: Bool) throws(TransportError) {
            self.isShared = isShared
            engine = try Engine(configuration.bounded)
            engine.configuration.tls.warn()
            if configuration.httpVersion != .http1 { NGHTTP2.noticeAbsence() }
        }

        deinit { engine.post(.retire) }

        /// Closes the idle connections and, after the exchanges that run or wait, the others. New exchanges fail as
        /// `TransportError.Kind.closed`.
        ///
        /// On ``shared``, which belongs to nobody, only the idle connections are closed, and exchanges go on to begin.
        /// In a forked process, the transport of the parent stays as it is.
        public func close() {
            if isShared { engine.post(.closeIdle) } else { engine.close() }
        }

        /// Closes the transport, and waits for the exchanges that run or wait.
        ///
        /// ```swift
        /// let drained = try await transport.drain(within: .seconds(20)).value()
        /// ```
        ///
        /// At the limit, the exchanges that have not ended fail as `TransportError.Kind.closed`, and connections of
        /// WebSockets are cut. An exchange counts until its observer has received its end. Another start joins the
        /// first, whose limit holds. A start that is disposed of only stops waiting.
        ///
        /// On ``shared``, only the idle connections are closed, and the value comes at once.
        ///
        /// - Parameter limit: The time after which the rest is interrupted.
        /// - Returns: A producer of the numbers of exchanges that have ended, by themselves and at the limit.
        public func drain(within limit: Duration = .seconds(30)) -> SignalProducer<Drained, Never> {
            SignalProducer { [engine, isShared] observer, lifetime in
                guard !isShared, engine.isInOwnProcess else {
                    engine.post(.closeIdle)
                    observer.send(value: Drained(finished: 0, interrupted: 0))
                    return observer.sendCompleted()
                }
                engine.drain(within: limit)
                lifetime += engine.drained.producer.skipNil().take(first: 1).start(observer)
            }
        }

        /// Begins an exchange, whose events go to `output`.
        package func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
            begin(request, output, isPreconnection: false)
        }

        /// Opens a connection for requests like `request`, which is not sent, and completes `output` (AD20).
        package func preconnect(_ request: PreparedRequest, _ output: ExchangeOutput) {
            begin(request, output, isPreconnection: true)
        }

        private func begin(_ request: PreparedRequest, _ output: ExchangeOutput, isPreconnection: Bool) {
            guard request.cachePolicy != .returnCachedOnly else {
                return output.end(.failed(.withoutCache(request)))
            }
            // The threads that deliver exist in the parent process only.
            guard engine.isInOwnProcess else { return output.end(.failed(.ofParent(request))) }
            let exchange: SocketExchange
            do throws(TransportError) {
                exchange = try SocketExchange(request, output, over: engine, isPreconnection: isPreconnection)
            } catch {
                return output.end(.failed(error))
            }
            guard engine.enter(exchange) else { return output.end(.failed(.afterClosing(request))) }
            output.keep(exchange)
            engine.start(exchange)
            exchange.endStart()
        }
    }

    extension TransportError {
        fileprivate static func withoutCache(_ request: PreparedRequest) -> TransportError {
            let detail = "only a cached response was requested, and a socket has no cache"
            return TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
        }

        fileprivate static func afterClosing(_ request: PreparedRequest) -> TransportError {
            TransportError(.closed, host: request.url.host, phase: .preparing)
        }

        fileprivate static func ofParent(_ request: PreparedRequest) -> TransportError {
            let detail = "the transport was made before a fork, and belongs to the parent process"
            return TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
        }
    }
#endif
