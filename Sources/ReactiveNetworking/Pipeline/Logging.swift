extension SignalProducer where Failure == Network.OperationError {
    /// Says that the operation began, and how it ended.
    func logged(by operation: Operation) -> SignalProducer {
        on(
            starting: { operation.began() },
            failed: { operation.ended(.failed($0)) },
            completed: { operation.ended(.succeeded) },
            interrupted: { operation.ended(.cancelled) }
        )
    }
}
