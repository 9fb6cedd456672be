/// A timer that expires when no byte has arrived for some time. Time in which the observer holds up the transfer does
/// not count (E10).
package final class IdleTimer: Sendable {
    private struct State: Sendable {
        var expire: (@Sendable () -> Void)?
        /// The instant since which no byte has arrived.
        var last = SchedulerInstant.zero
        var timer: (any Disposable)?
        var number = 0
        /// A Boolean value that indicates whether bytes are being handled.
        var isBusy = false
        /// A Boolean value that indicates whether the timer came due while the observer held up the transfer.
        var isPaused = false
    }

    let flow = Backpressure()
    package let limit: Duration?
    private let clock: any TimedScheduler
    private let state = InlineLocked(State())

    package init(_ limit: Duration?, on clock: any TimedScheduler) {
        self.limit = limit.map { max($0, .zero) }
        self.clock = clock
    }

    /// Starts the timer for a connection.
    ///
    /// - Parameter expire: Runs once, on the clock, unless the timer is stopped before.
    package func start(_ expire: @escaping @Sendable () -> Void) {
        guard limit != nil else { return }
        let now = clock.now
        let remains = state.withLock { state in
            let before = state
            state = State(expire: expire, last: now, number: before.number + 1)
            return before
        }
        remains.timer?.dispose()
        arm(since: now)
    }

    package func stop() {
        let remains = state.withLock { state in
            let before = state
            state = State(number: before.number + 1)
            return before
        }
        remains.timer?.dispose()
    }

    /// Notes that bytes have arrived, which are handled until ``leave()``.
    package func enter() {
        guard limit != nil else { return }
        let now = clock.now
        state.withLock { state in
            state.isBusy = true
            state.last = now
        }
    }

    /// Notes that the bytes have been handled.
    package func leave() {
        guard limit != nil else { return }
        let now = clock.now
        state.withLock { state in
            state.isBusy = false
            state.last = now
        }
        resume()
    }

    /// Notes that the observer is about to let the transfer go on.
    func touch() {
        guard limit != nil else { return }
        let now = clock.now
        state.withLock { $0.last = now }
    }

    /// Goes on after the observer has let the transfer go on.
    func resume() {
        let last = state.withLock { state -> SchedulerInstant? in
            guard state.isPaused, !state.isBusy, !flow.isClosed else { return nil }
            state.isPaused = false
            return state.last
        }
        if let last { arm(since: last) }
    }

    private func arm(since last: SchedulerInstant) {
        guard let limit else { return }
        let number = state.withLock { state -> Int? in
            guard state.expire != nil else { return nil }
            state.number += 1
            return state.number
        }
        guard let number else { return }
        let timer = clock.schedule(at: last.advanced(by: limit)) { self.comeDue(number, after: limit) }
        let isOver = state.withLock { state in
            guard state.number == number else { return true }
            state.timer = timer
            return false
        }
        if isOver { timer?.dispose() }
    }

    private func comeDue(_ number: Int, after limit: Duration) {
        let now = clock.now
        enum Step {
            case nothing
            case again(SchedulerInstant)
            case expired(@Sendable () -> Void)
        }
        let step = state.withLock { state -> Step in
            guard state.number == number, let expire = state.expire else { return .nothing }
            state.timer = nil
            if state.isBusy || flow.isClosed {
                state.isPaused = true
                return .nothing
            }
            guard now >= state.last.advanced(by: limit) else { return .again(state.last) }
            state.expire = nil
            return .expired(expire)
        }
        switch step {
        case .nothing: break
        case .again(let last): arm(since: last)
        case .expired(let expire): expire()
        }
    }
}
