#if os(Linux)
    import ReactiveSocketEngine

    /// The default transport of a network.
    package enum PlatformTransport {
        package static var shared: any Transport {
            if case .success(let transport) = SocketTransport.shared { transport } else { LateTransport() }
        }
    }

    /// A transport for a network that was created while no file descriptor was available. It requests the platform's
    /// transport again for each exchange.
    private struct LateTransport: Transport {
        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            .deferred {
                do throws(TransportError) {
                    return try SocketTransport.shared.get().exchange(request)
                } catch {
                    return SignalProducer(error: error)
                }
            }
        }
    }
#endif
