// The stages that need no state of their own, in the order of the flow.

extension SignalProducer where Failure == Network.OperationError {
    /// Starts the operation after all gates have let it pass, one after the other, and the hooks have transformed the
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

extension SignalProducer where Failure == Network.OperationError {
    /// Applies the deadline to everything above: when it passes, the operation is cancelled and fails with all that is
    /// known (N11).
    ///
    /// A result that arrives at the instant of the deadline is too late, because the deadline was scheduled first. A
    /// delivered result is final: the deadline cannot come between the result and its completion (N2).
    func aborting(_ operation: Operation) -> SignalProducer {
        let limit = operation.limitAtStart
        guard limit > .zero else { return SignalProducer(error: operation.timedOut) }
        guard operation.limit < SendOptions.unlimited else { return take(first: 1) }
        return timeout(after: limit, on: operation.clock) { operation.timedOut }
            .take(first: 1)
    }
}

extension SignalProducer {
    /// Counts each start as one operation until it ends for any reason (N17). The count has already decreased when the
    /// operation's only value or its terminal event arrives.
    func counted(by activity: ActivityCounter) -> SignalProducer {
        holding { activity.begin() }
    }
}

extension Transport {
    /// Performs one exchange and logs its request.
    func exchange(
        _ request: PreparedRequest,
        loggedBy operation: Operation
    ) -> SignalProducer<TransportEvent, TransportError> {
        guard operation.isLogged else { return exchange(request) }
        return exchange(request).on(starting: { operation.sends(request) })
    }
}

extension SignalProducer where Failure == Network.OperationError {
    /// Logs the start and the end of the operation. A consumer that takes the value and then disposes of the start has
    /// not cancelled the operation.
    func logged(by operation: Operation) -> SignalProducer {
        guard operation.isLogged else { return self }
        return on(
            starting: { operation.began() },
            failed: { operation.ended(.failed($0)) },
            completed: { operation.ended(.succeeded) },
            interrupted: { operation.interrupted() },
            value: { _ in operation.delivered() }
        )
    }
}

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
