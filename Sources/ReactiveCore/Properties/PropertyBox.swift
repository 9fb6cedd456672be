/// The inside of a property: a value that can be read at any moment, and the inside of the signal of its changes.
///
/// A change is stored and queued for delivery in one step under the lock, and delivered after it: observers see the
/// values in the order in which they were stored, whatever the threads do, and a change made by an observer follows
/// the one it is observing (decision 3).
@usableFromInline
final class PropertyBox<Value: Sendable>: Sendable {
    @usableFromInline let state: InlineLocked<Value>
    @usableFromInline let core: SignalCore<Value, Never>

    @inlinable
    init(_ initial: Value) {
        state = InlineLocked(initial)
        core = SignalCore()
        _ = core.run.open(interrupt: nil)
    }

    var lifetime: Lifetime { Lifetime(core.run) }

    @inlinable
    var value: Value { state.withLock { $0 } }

    @inlinable
    func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout Value) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let (result, new, turn) = state.withLock { value -> (Swift.Result<Result, Thrown>, Value, Run.Turn) in
            let result = Swift.Result { () throws(Thrown) in try action(&value) }
            return (result, value, core.run.enter() ? .now : queue(value))
        }
        core.run.perform(turn) { core.send(new) }
        return try result.get()
    }

    @usableFromInline
    func queue(_ value: Value) -> Run.Turn {
        core.run.submit { [core] in core.send(value) } ? .drain : .later
    }

    /// Stores a value and takes its place in the order of changes. It is delivered when what is returned is performed,
    /// which must happen once no lock is held.
    ///
    /// - Parameter send: delivers the value, inside the exclusion.
    func stage(_ new: Value, _ send: @escaping @Sendable () -> Void) -> Run.Turn {
        state.withLock { value in
            value = new
            return core.run.takeTurn(for: send)
        }
    }
}

extension PropertyBox {
    /// The current value, then its changes. Completes when the property does.
    ///
    /// - Parameter signal: kept by the producer, as what it may yet have to deliver.
    func producer(keeping signal: Signal<Value, Never>) -> SignalProducer<Value, Never> {
        SignalProducer { [self] sink, run in
            withExtendedLifetime(signal) { start(sink, run) }
        }
    }

    private func start(_ sink: Sink<Value, Never>, _ run: Run) {
        let current = state.withLock { value -> Value? in core.run.enter() ? value : nil }
        if let current {
            if run.open(sharing: core.run, interrupt: { sink.terminate(.interrupted) }) {
                core.insert(sink, of: run, late: .completed) { sink.value(current) }
            }
            core.run.leave()
        } else if core.run.isEnded {
            guard run.openEntered(for: sink) else { return }
            sink.value(value)
            run.leave(terminating: sink, with: .completed)
        } else {
            startAside(sink, run)
        }
    }

    /// A start during a delivery, by another thread or on this very stack. The current value must come at once even so:
    /// whoever starts may wait for it. The start therefore has an exclusion of its own, and the changes come in as a
    /// second run, behind the deliveries that the current value already contains.
    private func startAside(_ sink: Sink<Value, Never>, _ run: Run) {
        guard run.open(interrupt: { sink.terminate(.interrupted) }), run.enter() else { return }
        let changes = Run()
        _ = changes.open(sharing: core.run, interrupt: nil)
        run.adopt(changes)
        let attach: @Sendable () -> Void = { [core] in
            core.insert(sink.entering(run), of: changes, late: .completed) {}
        }
        let (current, turn) = state.withLock { ($0, core.run.takeTurn(for: attach)) }
        core.run.perform(turn, attach)
        sink.value(current)
        run.leave()
    }

    /// Completes the signal; the value stays readable.
    func complete() {
        core.run.terminate(core.sink, with: .completed)
    }

    /// Stores what `producer` sends, until it ends or nobody can hear of it any more. Then the signal completes.
    func follow(_ producer: SignalProducer<Value, Never>) {
        let source = Run.forConsumer()
        core.run.adopt(source)
        producer.body(Sink(value: { new in self.modify { $0 = new } }, terminate: { _ in self.complete() }), source)
    }

    /// A box for what `producer` sends, beginning with the value it sends when it is started.
    ///
    /// - Parameter initial: the value to begin with if that one is late: several inputs are changing at this moment, and
    ///   another thread is about to deliver it.
    static func following(_ producer: SignalProducer<Value, Never>, initial: () -> Value) -> PropertyBox {
        let source = Run.forConsumer()
        // `known` belongs to the exclusion of the events; `making` is where they meet this thread.
        let known = Guarded(PropertyBox?.none)
        let making = Locked(Making())
        let receive: @Sendable (Value) -> Void = { value in
            if let box = known.state { return box.modify { $0 = value } }
            let (box, isNew) = making.withLock { $0.box(startingWith: value) }
            known.state = box
            if !isNew { box.modify { $0 = value } }
        }
        producer.body(Sink(value: receive, terminate: { _ in making.withLock { $0.end() }?.complete() }), source)
        let box = making.withLock { $0.box } ?? makeNow(making, initial())
        box.core.run.adopt(source)
        if making.withLock({ $0.hasEnded }) { box.complete() }
        return box
    }

    private static func makeNow(_ making: Locked<Making>, _ value: Value) -> PropertyBox {
        making.withLock { $0.box(startingWith: value).box }
    }

    /// A box that comes into being with the first value.
    private struct Making: Sendable {
        private(set) var box: PropertyBox?
        private(set) var hasEnded = false

        mutating func box(startingWith value: Value) -> (box: PropertyBox, isNew: Bool) {
            if let box { return (box, false) }
            let new = PropertyBox(value)
            box = new
            return (new, true)
        }

        mutating func end() -> PropertyBox? {
            hasEnded = true
            return box
        }
    }
}
