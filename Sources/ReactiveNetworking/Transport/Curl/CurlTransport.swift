#if os(Linux)
    import Foundation

    /// Exchanges requests through the system's libcurl: what a ``Network`` uses on Linux unless it is given something else.
    ///
    /// One thread per transport waits for all connections; nothing of yours runs on it. Events arrive on a pool of threads,
    /// those of one exchange one at a time. An observer that takes its time holds up its own exchange and no other: past
    /// ``Configuration/bufferByteCount`` the connection is no longer read until it has caught up.
    ///
    /// libcurl is loaded when the first transport is made. What is not configured is safe: TLS 1.2 or newer with the system's
    /// trust, no proxy, no cookies, no `.netrc`.
    ///
    /// After a `fork` without `exec` the child must not use a transport made before: its thread exists in the parent only,
    /// and the connections are shared.
    ///
    /// ```swift
    /// var configuration = CurlTransport.Configuration()
    /// configuration.tls.trust = .file("/etc/ssl/internal-ca.pem")
    /// let network = Network(transport: try CurlTransport(configuration))
    /// ```
    public final class CurlTransport: Transport {
        /// The transport with the standard configuration, shared by everything that names no other; or why there is none.
        ///
        /// A process that is out of file descriptors gets it later, when it asks again.
        public static var shared: Result<CurlTransport, TransportError> { kept.get() }

        private static let kept = Kept()

        private let loop: EventLoop
        private let settings: TransferSettings

        /// A transport with connections and a thread of its own. They are given back when the transport is released and its
        /// last exchange has ended.
        ///
        /// - Throws: ``TransportError`` of the kind ``TransportError/Kind/unsupported`` where libcurl is missing, older than
        ///   7.68, or cannot do what is configured; of the kind ``TransportError/Kind/outOfFileDescriptors`` where the process
        ///   cannot open what the transport needs.
        public convenience init(_ configuration: Configuration = Configuration()) throws(TransportError) {
            try self.init(configuration, over: Libcurl.loaded.get())
        }

        init(_ configuration: Configuration, over library: Libcurl) throws(TransportError) {
            let bounded = configuration.bounded
            settings = try TransferSettings(bounded, library)
            loop = try EventLoop(bounded)
            configuration.tls.warn()
        }

        deinit { loop.post(.retire) }

        public var toleratesSlowObservers: Bool { true }

        public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            guard request.cachePolicy != .returnCachedOnly else {
                return SignalProducer(error: .withoutCache(request))
            }
            return SignalProducer { [self] observer, lifetime in
                let transfer: Transfer
                do throws(TransportError) {
                    transfer = try Transfer(request, observer, on: loop, settings)
                } catch {
                    return observer.send(error: error)
                }
                lifetime.observeEnded { transfer.dispose() }
                loop.post(.start(transfer))
            }
        }

        /// The one transport, or why there is none: made once, unless it is made too early.
        private final class Kept: Sendable {
            private let result = Locked<Result<CurlTransport, TransportError>?>(nil)

            func get() -> Result<CurlTransport, TransportError> {
                result.withLock { result in
                    if let result { return result }
                    let new = Result<CurlTransport, TransportError> { () throws(TransportError) in try CurlTransport() }
                    if case .failure(let error) = new, error.kind == .outOfFileDescriptors { return new }
                    result = new
                    return new
                }
            }
        }
    }

    extension TransportError {
        fileprivate static func withoutCache(_ request: PreparedRequest) -> TransportError {
            let detail = "only a cached response was asked for, and libcurl has no cache"
            return TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
        }
    }
#endif
