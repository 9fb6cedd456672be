#if os(Linux)
    import ReactiveSocketEngine

    extension SocketTransport: DirectTransport {
        public var toleratesSlowObservers: Bool { true }

        public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            producer(of: request)
        }
    }
#endif
