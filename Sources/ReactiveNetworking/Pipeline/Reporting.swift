extension SignalProducer where Failure == Network.OperationError {
    /// Tells those who listen to the network, and the request's own delegates, that the operation began and how it ended, each
    /// time before the operation's observers learn of it (F-66).
    ///
    /// - Parameter result: what the operation has come to, of a value that says it; an operation that says nothing of it has
    ///   come to its completion.
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
