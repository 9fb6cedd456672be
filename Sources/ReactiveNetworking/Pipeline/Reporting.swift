extension SignalProducer where Failure == Network.OperationError {
    /// Tells those who listen to the network, and the request's own delegates, that the operation began and how it ended, each
    /// time before the operation's observers learn of it (F-66).
    func reported(by operation: Operation) -> SignalProducer {
        guard let audience = operation.audience else { return self }
        return on(
            starting: { audience.began(operation.request) },
            failed: { operation.report(.failed($0)) },
            interrupted: { operation.report(.cancelled) },
            value: { operation.report(.succeeded, value: $0) }
        )
    }
}
