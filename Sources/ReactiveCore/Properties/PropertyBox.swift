/// The inside of a property: a value that can be read at any moment, and the signal of its changes.
///
/// A change is stored and queued for delivery in one step under the lock, and delivered after it: observers see the
/// values in the order in which they were stored, whatever the threads do, and a change made by an observer follows
/// the one it is observing (decision 3).
final class PropertyBox<Value: Sendable>: Sendable {
    private let state: Locked<Value>
    private let core: SignalCore<Value, Never>
    let signal: Signal<Value, Never>

    init(_ initial: Value) {
        state = Locked(initial)
        core = SignalCore()
        _ = core.run.open(interrupt: nil)
        signal = Signal(core: core)
    }

    var lifetime: Lifetime { Lifetime(core.run) }

    var value: Value { state.withLock { $0 } }

    func withValue<Result: Sendable, Thrown: Error>(_ action: (Value) throws(Thrown) -> Result) throws(Thrown) -> Result
    {
        try action(value)
    }

    func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let (result, delivery) = try state.withLock { value throws(Thrown) -> (Result, Delivery) in
            let result = try action(&value)
            return (result, prepare { [core, value] in core.send(value) })
        }
        delivery.carryOut(in: core.run)
        return result
    }

    /// The current value, then its changes. Completes when the property does.
    var producer: SignalProducer<Value, Never> {
        SignalProducer { [self] sink, subscriber in
            let isOpen = subscriber.open(sharing: core.run, interrupt: { sink.terminate(.interrupted) })
            guard isOpen else { return }
            let delivery = state.withLock { value -> Delivery in
                prepare { [core, value] in
                    core.insert(sink, of: subscriber, late: .completed) { sink.value(value) }
                }
            }
            delivery.carryOut(in: core.run)
        }
    }

    /// Completes the signal; the value stays readable.
    func complete() {
        core.run.terminate(core.sink, with: .completed)
    }

    /// What is left to do once the lock is released.
    private enum Delivery: Sendable {
        case now(@Sendable () -> Void)
        case drain
        case nothing

        func carryOut(in run: Run) {
            switch self {
            case .now(let action):
                action()
                run.leave()
            case .drain: run.drain()
            case .nothing: break
            }
        }
    }

    private func prepare(_ action: @escaping @Sendable () -> Void) -> Delivery {
        if core.run.enter() { return .now(action) }
        return core.run.submit(action) ? .drain : .nothing
    }
}
