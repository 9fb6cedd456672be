#if os(Linux)
    import ReactiveNetworking

    /// Customers have no second interface to a transport; this is the first.
    struct SeamTransport: Transport {
        private let base: any Transport

        init(over base: any Transport) {
            self.base = base
        }

        var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            base.exchange(request)
        }
    }
#endif
