extension SignalProducer where Failure == Network.OperationError {
    /// Starts the operation after all gates have let it pass, one after the other, and the layers have transformed the
    /// request.
    func gated(for operation: Operation) -> SignalProducer {
        guard let hooks = operation.hooks, operation.refusal == nil else { return self }
        let passed = hooks.changeAfterGates ? afterGates(of: operation) : self
        return hooks.gates.reversed().reduce(passed) { next, gate in
            gate(operation.request)
                .mapError { Network.OperationError.requestFailure(error: $0).naming(operation.request) }
                .then(next)
        }
    }

    private func afterGates(of operation: Operation) -> SignalProducer {
        .deferred {
            do throws(HookError) {
                try operation.passGates()
                return self
            } catch {
                return SignalProducer(error: .requestFailure(error: error).naming(operation.request))
            }
        }
    }
}
