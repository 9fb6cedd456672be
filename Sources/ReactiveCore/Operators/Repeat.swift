extension SignalProducer {
    /// Starts the producer a number of times, each time after the previous run has completed.
    ///
    /// ```
    /// source     ──1──2──|
    /// repeat(2)  ──1──2────1──2──|
    /// ```
    ///
    /// A failure or an interruption ends the repetition. Stack and memory use is constant even for a million
    /// synchronous repetitions.
    ///
    /// - Parameter count: The total number of starts. It must not be negative. If it is zero, the result completes
    ///   immediately.
    /// - Returns: A producer that sends the events of all runs.
    public func `repeat`(_ count: Int) -> SignalProducer {
        require(count >= 0, "A producer cannot be repeated \(count) times")
        guard count > 0 else { return .empty }
        return restarting(on: nil) { end, attempt, _ in
            guard case .completed = end, attempt < count else { return .stop }
            return .retry(after: .zero)
        }
    }
}
