/// The rate of a transfer over the last seconds, from the values that are reported.
struct TransferRate: Sendable {
    private struct Sample: Sendable {
        let byteCount: Int64
        let instant: SchedulerInstant
    }

    /// The time over which the rate is an average. A longer time gives a steadier rate, which follows changes later.
    static let window = Duration.seconds(5)

    /// The reported values in order. At most the first one is older than the window.
    private var samples: [Sample] = []

    /// Adds a value, and returns the bytes per second since the newest value that is at least ``window`` old, or since
    /// the first one; `nil` if no time has passed since then.
    mutating func add(_ byteCount: Int64, at now: SchedulerInstant) -> Double? {
        samples.append(Sample(byteCount: byteCount, instant: now))
        let base = samples.lastIndex { $0.instant.duration(to: now) >= Self.window } ?? 0
        samples.removeFirst(base)
        let first = samples[0]
        let elapsed = first.instant.duration(to: now)
        return elapsed > .zero ? Double(byteCount - first.byteCount) / elapsed.inSeconds : nil
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
