#if os(Linux)
    import Foundation

    /// The default transport of a network (EN30, EN31).
    ///
    /// Exchanges go over sockets. Without OpenSSL, https goes through `URLSession`, with a notice on standard error.
    package final class PlatformTransport: DirectTransport {
        package static var shared: any Transport {
            if case .success(let transport) = kept.get() { transport } else { LateTransport() }
        }

        fileprivate static let kept = Kept { () throws(TransportError) in try PlatformTransport() }

        private let sockets: SocketTransport

        private init() throws(TransportError) {
            sockets = try SocketTransport()
        }

        /// True of sockets. Without OpenSSL, https responses share the queue of a session, where a slow observer of one
        /// delays the others. An exact value would load OpenSSL for networks that never need it.
        package var toleratesSlowObservers: Bool { true }

        package func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            producer(of: request)
        }

        package func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
            // A lack of descriptors is no lack of OpenSSL.
            guard request.url.isSecure, case .failure(let error) = OpenSSL.loaded, error.kind == .unsupported else {
                return sockets.begin(request, output)
            }
            _ = Self.notice
            Self.session.begin(request, output)
        }

        private static let session = ProducingTransport(URLSessionTransport.shared)

        private static let notice: Void = {
            guard case .failure(let error) = OpenSSL.loaded else { return }
            let notice = "ReactiveNetworking uses URLSession for https: \(error)\n"
            try? FileHandle.standardError.write(contentsOf: Data(notice.utf8))
        }()
    }

    /// A transport for a network that was created while no file descriptor was available. It requests the platform's
    /// transport again for each exchange.
    private struct LateTransport: Transport {
        package func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            .deferred {
                do throws(TransportError) {
                    return try PlatformTransport.kept.get().get().exchange(request)
                } catch {
                    return SignalProducer(error: error)
                }
            }
        }
    }
#endif
