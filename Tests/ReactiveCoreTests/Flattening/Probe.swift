import ReactiveCore
import ReactiveTesting

/// A producer with one start at a time, which the test feeds, and which records beginnings and ends.
final class Probe<Value: Sendable>: Sendable {
    private struct State {
        var observer: Signal<Value, TestError>.Observer?
        var startCount = 0
        var endCount = 0
    }

    private let state = Locked(State())

    var producer: SignalProducer<Value, TestError> {
        SignalProducer { [state] observer, lifetime in
            let stale = state.withLock { state in
                defer { state.observer = observer }
                state.startCount += 1
                return state.observer
            }
            // Release the old observer outside the lock: this interrupts a start that is still running.
            _ = stale
            lifetime.observeEnded { state.withLock { $0.endCount += 1 } }
        }
    }

    var startCount: Int { state.withLock { $0.startCount } }
    var isRunning: Bool { state.withLock { $0.startCount > $0.endCount } }

    func send(_ values: Value...) {
        for value in values { observer?.send(value: value) }
    }

    func complete() { observer?.sendCompleted() }
    func interrupt() { observer?.sendInterrupted() }
    func fail(_ error: TestError = .a) { observer?.send(error: error) }

    private var observer: Signal<Value, TestError>.Observer? { state.withLock { $0.observer } }
}

extension EventRecorder {
    /// The whole timeline as text: the values, then `|` for completed, `x` for failed, `!` for interrupted.
    var text: String {
        all.map { record in
            switch record.event {
            case .value(let value): "\(value)"
            case .failed: "x"
            case .completed: "|"
            case .interrupted: "!"
            }
        }
        .joined(separator: " ")
    }
}

/// An object whose weak reference shows whether anything still retains it.
final class Canary: Sendable {}
