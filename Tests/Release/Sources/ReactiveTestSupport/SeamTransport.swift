#if os(Linux)
    import ReactiveNetworking

    /// Customers have no second interface to a transport; this is the first.
    package struct SeamTransport: Transport {
        private let base: any Transport

        package init(over base: any Transport) {
            self.base = base
        }

        package var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

        package func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            base.exchange(request)
        }
    }
#endif
