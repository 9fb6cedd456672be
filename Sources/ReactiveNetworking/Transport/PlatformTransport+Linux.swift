#if os(Linux)
    import Foundation

    /// What a network uses that is given no transport: libcurl; or `URLSession`, with a notice on standard error, where
    /// libcurl cannot be used.
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

    /// The platform's transport for a network that was made while there was no file descriptor for it: each exchange asks for it
    /// again.
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
