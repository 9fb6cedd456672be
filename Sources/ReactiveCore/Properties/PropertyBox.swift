/// The inside of a property: a value that can be read at any moment, and the signal of its changes.
///
/// A change is stored and queued for delivery in one step under the lock, and delivered after it: observers see the
/// values in the order in which they were stored, whatever the threads do, and a change made by an observer follows
/// the one it is observing (decision 3).
@usableFromInline
final class PropertyBox<Value: Sendable>: Sendable {
    @usableFromInline let state: InlineLocked<Value>
    @usableFromInline let core: SignalCore<Value, Never>
    @usableFromInline let signal: Signal<Value, Never>

    @inlinable
    init(_ initial: Value) {
        state = InlineLocked(initial)
        core = SignalCore()
        _ = core.run.open(interrupt: nil)
        signal = Signal(core: core)
    }

    var lifetime: Lifetime { Lifetime(core.run) }

    @inlinable
    var value: Value { state.withLock { $0 } }

    func withValue<Result: Sendable, Thrown: Error>(_ action: (Value) throws(Thrown) -> Result) throws(Thrown) -> Result
    {
        try action(value)
    }

    @inlinable
    func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let (result, new, turn) = try state.withLock { value throws(Thrown) -> (Result, Value, Turn) in
            let result = try action(&value)
            return (result, value, core.run.enter() ? .now : queue(value))
        }
        switch turn {
        case .now:
            core.send(new)
            core.run.leave()
        case .drain: core.run.drain()
        case .later: break
        }
        return result
    }

    @usableFromInline
    func queue(_ value: Value) -> Turn {
        core.run.submit { [core] in core.send(value) } ? .drain : .later
    }

    /// The current value, then its changes. Completes when the property does.
    var producer: SignalProducer<Value, Never> {
        SignalProducer { [self] sink, subscriber in
            let isOpen = subscriber.open(sharing: core.run, interrupt: { sink.terminate(.interrupted) })
            guard isOpen else { return }
            let (current, turn) = state.withLock { value -> (Value, Turn) in
                if core.run.enter() { return (value, .now) }
                let mustDrain = core.run.submit { [core, value] in
                    core.insert(sink, of: subscriber, late: .completed) { sink.value(value) }
                }
                return (value, mustDrain ? .drain : .later)
            }
            switch turn {
            case .now:
                core.insert(sink, of: subscriber, late: .completed) { sink.value(current) }
                core.run.leave()
            case .drain: core.run.drain()
            case .later: break
            }
        }
    }

    /// Completes the signal; the value stays readable.
    func complete() {
        core.run.terminate(core.sink, with: .completed)
    }

    /// When a change is delivered: by this caller once it has released the lock, by this caller with all that is queued,
    /// or by whoever delivers now.
    @usableFromInline
    enum Turn: Sendable {
        case now, drain, later
    }
}
