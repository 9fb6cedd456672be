/// Says how far an operation has come: never backwards, not too often, and the total once (F-15).
final class ProgressReport: Sendable {
    /// The least time between two values, the first and the last left aside.
    static let interval = Duration.milliseconds(100)

    fileprivate struct State: Sendable {
        /// What was said last, and when.
        var told: TransferProgress?
        var instant: SchedulerInstant?
        /// What there was to say.
        var latest: TransferProgress?
    }

    private let clock: any TimedScheduler
    private let tell: @Sendable (TransferProgress) -> Void
    private let state = InlineLocked(State())

    init(on clock: any TimedScheduler, _ tell: @escaping @Sendable (TransferProgress) -> Void) {
        self.clock = clock
        self.tell = tell
    }

    /// Takes note of so many bytes of the total, counted from the beginning.
    func note(_ byteCount: Int64, of total: Int64?) {
        let progress = TransferProgress(byteCount: byteCount, totalByteCount: total)
        let now = clock.now
        if state.withLock({ $0.note(progress, now) }) { tell(progress) }
    }

    /// There is nothing to transfer, unless something else has been said.
    func expectNothing() {
        state.withLock { $0.latest = $0.latest ?? TransferProgress(byteCount: 0, totalByteCount: 0) }
    }

    /// Everything has been transferred: the total, unless it was said before.
    func finish() {
        let last = state.withLock { state -> TransferProgress? in
            guard var last = state.latest else { return nil }
            last.totalByteCount = last.totalByteCount ?? last.byteCount
            last.byteCount = last.totalByteCount ?? last.byteCount
            guard state.told != last else { return nil }
            state.told = last
            return last
        }
        if let last { tell(last) }
    }
}

extension ProgressReport.State {
    /// - Returns: whether it is to be said.
    fileprivate mutating func note(_ progress: TransferProgress, _ now: SchedulerInstant) -> Bool {
        if let known = told?.totalByteCount, let total = progress.totalByteCount, known != total { told = nil }
        latest = progress
        if let told {
            guard progress.byteCount > told.byteCount else { return false }
            guard progress.isWhole || (instant.map { $0.duration(to: now) >= ProgressReport.interval } ?? true) else {
                return false
            }
        }
        told = progress
        instant = now
        return true
    }
}
