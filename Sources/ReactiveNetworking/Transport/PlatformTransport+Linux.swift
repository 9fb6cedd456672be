#if os(Linux)
    import Foundation

    /// The default transport of a network: libcurl, or `URLSession`, with a notice on standard error, if libcurl cannot
    /// be used.
    enum PlatformTransport {
        static var shared: any Transport {
            switch CurlTransport.shared {
            case .success(let transport): transport
            case .failure(let error) where error.kind == .outOfFileDescriptors: LateTransport()
            case .failure: fallback
            }
        }

        private static let fallback: any Transport = {
            if case .failure(let error) = CurlTransport.shared {
                let notice = "ReactiveNetworking uses URLSession: \(error)\n"
                FileHandle.standardError.write(Data(notice.utf8))
            }
            return URLSessionTransport.shared
        }()
    }

    /// A transport for a network that was created while no file descriptor was available. It requests the platform's
    /// transport again for each exchange.
    private struct LateTransport: Transport {
        var toleratesSlowObservers: Bool { false }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            .deferred {
                if case .failure(let error) = CurlTransport.shared, error.kind == .outOfFileDescriptors {
                    return SignalProducer(error: error)
                }
                return PlatformTransport.shared.exchange(request)
            }
        }
    }
#endif
