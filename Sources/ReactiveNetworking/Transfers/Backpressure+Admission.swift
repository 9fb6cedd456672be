extension Backpressure {
    /// Records bytes from a producer that may not be able to pause; returns a failure if more wait than the gate lets
    /// in, and than a body in memory may have (N16).
    package func admit(_ byteCount: Int, upTo limit: Int) -> AttemptFailure? {
        enqueue(byteCount)
        guard waitingByteCount > max(limit, self.limit + byteCount) else { return nil }
        let reason = "more than the \(limit) bytes allowed are waiting for the consumer"
        return AttemptFailure(TransportError(.bodyTooLarge, phase: .receiving, detail: reason))
    }
}
