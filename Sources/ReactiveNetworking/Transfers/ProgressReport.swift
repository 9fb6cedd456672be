/// Reports the progress of an operation: it never decreases, is limited in frequency, and reaches the total once.
final class ProgressReport: Sendable {
    /// The minimum time between two values, except the first and the last.
    static let interval = Duration.milliseconds(100)

    fileprivate struct State: Sendable {
        /// The value that was sent last, and its time.
        var told: TransferProgress?
        var instant: SchedulerInstant?
        /// The latest known value.
        var latest: TransferProgress?
        var rate = TransferRate()
    }

    private let clock: any TimedScheduler
    private let tell: @Sendable (TransferProgress) -> Void
    private let state = InlineLocked(State())

    init(on clock: any TimedScheduler, _ tell: @escaping @Sendable (TransferProgress) -> Void) {
        self.clock = clock
        self.tell = tell
    }

    /// Records the number of transferred bytes, counted from the beginning.
    func note(_ byteCount: Int64, of total: Int64?) {
        let progress = TransferProgress(byteCount: byteCount, totalByteCount: total)
        let now = clock.now
        if let next = state.withLock({ $0.note(progress, now) }) { tell(next) }
    }

    /// Records that there is nothing to transfer, unless progress was recorded before.
    func expectNothing() {
        state.withLock { $0.latest = $0.latest ?? TransferProgress(byteCount: 0, totalByteCount: 0) }
    }

    /// Reports the total, unless it was sent before.
    func finish() {
        let now = clock.now
        if let last = state.withLock({ $0.finish(now) }) { tell(last) }
    }
}

extension ProgressReport.State {
    /// - Returns: The value to send, or `nil` if it is not to be sent.
    fileprivate mutating func note(_ progress: TransferProgress, _ now: SchedulerInstant) -> TransferProgress? {
        if let known = told?.totalByteCount, let total = progress.totalByteCount, known != total {
            told = nil
            rate = TransferRate()
        }
        latest = progress
        if let told {
            guard progress.byteCount > told.byteCount else { return nil }
            guard progress.isWhole || (instant.map { $0.duration(to: now) >= ProgressReport.interval } ?? true) else {
                return nil
            }
        }
        return accept(progress, now)
    }

    /// - Returns: The total, or `nil` if it was sent or nothing is known.
    fileprivate mutating func finish(_ now: SchedulerInstant) -> TransferProgress? {
        guard var last = latest else { return nil }
        last.totalByteCount = last.totalByteCount ?? last.byteCount
        last.byteCount = last.totalByteCount ?? last.byteCount
        guard told?.byteCount != last.byteCount || told?.totalByteCount != last.totalByteCount else { return nil }
        return accept(last, now)
    }

    private mutating func accept(_ progress: TransferProgress, _ now: SchedulerInstant) -> TransferProgress {
        var progress = progress
        progress.bytesPerSecond = rate.add(progress.byteCount, at: now)
        told = progress
        instant = now
        return progress
    }
}
