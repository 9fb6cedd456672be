#if os(Linux)
    import Foundation

    /// The default transport of a network (EN30, EN31).
    ///
    /// Exchanges go over sockets. Without OpenSSL, https is left to libcurl; if libcurl is missing too, https goes
    /// through `URLSession`, with a notice on standard error.
    final class PlatformTransport: DirectTransport {
        static var shared: any Transport {
            switch kept.get() {
            case .success(let transport): transport
            case .failure(let error) where error.kind == .resourcesExhausted: LateTransport()
            case .failure: secureFallback
            }
        }

        private static let kept = Kept { () throws(TransportError) in try PlatformTransport() }

        private let sockets: SocketTransport

        private init() throws(TransportError) {
            sockets = try SocketTransport()
        }

        var toleratesSlowObservers: Bool { true }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            producer(of: request)
        }

        func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
            guard request.url.isSecure, case .failure = OpenSSL.loaded else {
                return sockets.begin(request, output)
            }
            Self.secureFallback.begin(request, output)
        }

        private static let secureFallback: any DirectTransport = {
            switch CurlTransport.shared {
            case .success(let transport): return transport
            case .failure(let error):
                let notice = "ReactiveNetworking uses URLSession for https: \(error)\n"
                FileHandle.standardError.write(Data(notice.utf8))
                return ProducingTransport(URLSessionTransport.shared)
            }
        }()

        /// Returns the transport, or the error that prevents its creation for lack of resources.
        fileprivate static func current() throws(TransportError) -> any Transport {
            if case .failure(let error) = kept.get(), error.kind == .resourcesExhausted { throw error }
            return shared
        }
    }

    /// A transport for a network that was created while no file descriptor was available. It requests the platform's
    /// transport again for each exchange.
    private struct LateTransport: Transport {
        var toleratesSlowObservers: Bool { false }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            .deferred {
                do throws(TransportError) {
                    return try PlatformTransport.current().exchange(request)
                } catch {
                    return SignalProducer(error: error)
                }
            }
        }
    }
#endif
