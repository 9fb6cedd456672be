import Foundation
import ReactiveNetworking

/// Measures an interval of real time, and how late this machine runs its threads meanwhile.
///
/// A fixed bound on real time means nothing on a busy machine. The bounds of this type grow with the delays that
/// unrelated threads, queues and tasks had in the same interval.
package final class Stopwatch: Sendable {
    private static let allowance = 20

    private struct State: Sendable {
        var worst = Duration.zero
        /// The time at which the pending probes were sent.
        var waiting: [Int: ContinuousClock.Instant] = [:]
        var count = 0
    }

    private let begun = ContinuousClock.now
    private let state: Locked<State>

    package init() {
        let state = Locked(State())
        self.state = state
        let pause = DispatchSemaphore(value: 0)
        let thread = Thread { [weak self] in
            while self != nil {
                let planned = ContinuousClock.now + .milliseconds(5)
                _ = pause.wait(timeout: .now() + .milliseconds(5))
                let lateness = planned.duration(to: .now)
                state.withLock { $0.worst = max($0.worst, lateness) }
                // Only one probe of each kind runs at a time, so that a starved pool is not flooded.
                guard state.withLock({ $0.waiting.isEmpty }) else { continue }
                let (queue, task) = (Self.send(state), Self.send(state))
                DispatchQueue.global().async { Self.receive(queue, state) }
                Task { Self.receive(task, state) }
            }
        }
        thread.start()
    }

    package var elapsed: Duration { begun.duration(to: .now) }

    /// Returns the longest acceptable time on this machine for work that takes `limit` on an idle one.
    package func atMost(_ limit: Duration) -> Duration {
        let now = ContinuousClock.now
        let worst = state.withLock { state in
            state.waiting.values.reduce(state.worst) { max($0, $1.duration(to: now)) }
        }
        return limit + worst * Self.allowance + (isSanitized ? .seconds(10) : .zero)
    }

    private static func send(_ state: Locked<State>) -> Int {
        state.withLock { state in
            state.count += 1
            state.waiting[state.count] = .now
            return state.count
        }
    }

    private static func receive(_ probe: Int, _ state: Locked<State>) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let sent = state.waiting.removeValue(forKey: probe) else { return }
            state.worst = max(state.worst, sent.duration(to: now))
        }
    }
}
