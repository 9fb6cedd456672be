#if os(Linux)
    import Foundation

    /// A transport that uses the system's libcurl, the default of ``Network`` on Linux.
    ///
    /// One thread per transport serves all connections and never runs your code. Events arrive on a thread pool,
    /// serially for each exchange. A slow observer holds up only its own exchange: beyond
    /// ``Configuration/bufferByteCount`` undelivered bytes, the connection is not read until the observer catches up.
    ///
    /// libcurl is loaded when the first transport is created. The defaults are safe: TLS 1.2 or newer with the system's
    /// trusted certificates, no proxy, no cookies, no `.netrc`.
    ///
    /// After a `fork` without `exec`, the child process must not use a transport created before the fork: the
    /// transport's thread exists only in the parent, and both processes share its connections.
    ///
    /// ```swift
    /// var configuration = CurlTransport.Configuration()
    /// configuration.tls.trust = .file("/etc/ssl/internal-ca.pem")
    /// let network = Network(transport: try CurlTransport(configuration))
    /// ```
    public final class CurlTransport: DirectTransport {
        /// The shared transport with the default configuration, or the error that prevents its creation.
        ///
        /// If the process is out of file descriptors, a later access tries again.
        public static var shared: Result<CurlTransport, TransportError> { kept.get() }

        private static let kept = Kept { () throws(TransportError) in try CurlTransport() }

        private let loop: EventLoop
        private let settings: TransferSettings

        /// Creates a transport with its own connections and thread. They are released when the transport is deallocated
        /// and its last exchange has ended.
        ///
        /// - Parameter configuration: The settings of the transport.
        /// - Throws: A ``TransportError`` of the kind ``TransportError/Kind/unsupported`` if libcurl is missing, is
        ///   older than 7.68, or does not support the configuration; of the kind
        ///   ``TransportError/Kind/resourcesExhausted`` if the process cannot open the required files.
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
            producer(of: request)
        }

        package func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
            guard request.cachePolicy != .returnCachedOnly else {
                return output.end(.failed(.withoutCache(request, "libcurl")))
            }
            guard request.upgrade == nil else { return output.end(.failed(.withoutUpgrade(request, "libcurl"))) }
            let transfer: Transfer
            do throws(TransportError) {
                transfer = try Transfer(request, output, on: loop, settings)
            } catch {
                return output.end(.failed(error))
            }
            output.keep(transfer)
            loop.post(.start(transfer))
        }
    }

    extension TransportError {
        static func withoutCache(_ request: PreparedRequest, _ transport: String) -> TransportError {
            let detail = "only a cached response was requested, and \(transport) has no cache"
            return TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
        }
    }
#endif
