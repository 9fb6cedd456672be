extension SignalProducer where Failure == Network.OperationError {
    /// Gives everything above one budget: at the deadline the operation fails with all that is known, and is cancelled (N11).
    ///
    /// A result that arrives at the deadline's own instant comes too late: the deadline was scheduled first. A result that
    /// was delivered is complete: the deadline cannot come between it and its completion (N2).
    func aborting(_ operation: Operation) -> SignalProducer {
        let limit = operation.limitAtStart
        guard limit > .zero else { return SignalProducer(error: operation.timedOut) }
        guard operation.limit < SendOptions.unlimited else { return take(first: 1) }
        return timeout(after: limit, on: operation.clock) { operation.timedOut }
            .take(first: 1)
    }
}
