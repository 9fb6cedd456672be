import ReactiveCore

/// A scheduler that runs the latest work first, so that no code can rely on the order of its calls.
final class UnorderedScheduler: TimedScheduler {
    private struct Work: Sendable {
        let time: SchedulerInstant
        let disposable: AnyDisposable
        let action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = SchedulerInstant.zero
        var works: [Work] = []
    }

    private let state = Locked(State())

    var now: SchedulerInstant { state.withLock { $0.now } }

    /// The number of pending pieces of work that were not disposed of.
    var waitingCount: Int { state.withLock { $0.works.count { !$0.disposable.isDisposed } } }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(at: now, action)
    }

    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let disposable = AnyDisposable()
        state.withLock { $0.works.append(Work(time: time, disposable: disposable, action: action)) }
        return disposable
    }

    /// Advances the clock by `duration` and runs all due work, the latest first, including work that is scheduled
    /// meanwhile.
    func advance(by duration: Duration = .zero) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
        while let work = nextDue() {
            if !work.disposable.isDisposed { work.action() }
        }
    }

    private func nextDue() -> Work? {
        state.withLock { state in
            let now = state.now
            guard let index = state.works.lastIndex(where: { $0.time <= now }) else { return nil }
            return state.works.remove(at: index)
        }
    }
}
