extension SignalProducer where Failure == Network.OperationError {
    /// Says how the operation ended.
    func logged(by operation: Operation) -> SignalProducer {
        on(
            failed: { operation.ended(.failed($0)) },
            completed: { operation.ended(.succeeded) },
            interrupted: { operation.ended(.cancelled) }
        )
    }
}
