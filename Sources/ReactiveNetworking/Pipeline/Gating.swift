extension SignalProducer where Failure == Network.OperationError {
    /// Lets an operation begin when all gates have let it pass, one after the other (F-21).
    func gated(for operation: Operation) -> SignalProducer {
        guard let gates = operation.hooks?.gates, !gates.isEmpty, operation.refusal == nil else { return self }
        return gates.reversed().reduce(self) { next, gate in
            gate(operation.request)
                .mapError { Network.OperationError.requestFailure(error: $0).naming(operation.request) }
                .then(next)
        }
    }
}
