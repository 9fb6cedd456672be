extension SignalProducer where Failure == Network.OperationError {
    /// Reports the start and the outcome of the operation to the observers of the network and to the request's
    /// delegates, each time before the operation's own observers.
    ///
    /// - Parameter result: Extracts the operation's result from a value, or returns `nil` for an intermediate value. An
    ///   operation without a result reports its completion.
    func reported(
        by operation: Operation,
        _ result: @escaping @Sendable (Value) -> (any Sendable)?
    ) -> SignalProducer {
        guard let observers = operation.observers else { return self }
        return on(
            starting: { observers.began(operation.request) },
            failed: { operation.report(.failed($0)) },
            completed: { operation.report(.succeeded) },
            interrupted: { operation.report(.cancelled) },
            value: { value in
                if let result = result(value) { operation.report(.succeeded, value: result) }
            }
        )
    }
}
