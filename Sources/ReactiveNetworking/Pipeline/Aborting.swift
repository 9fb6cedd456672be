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
