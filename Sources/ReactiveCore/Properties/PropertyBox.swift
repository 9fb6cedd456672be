/// The storage of a property: a value that can be read at any time, and the core of the signal of its changes.
///
/// A change is stored and queued for delivery as one step under the lock, and delivered after the lock is released. All
/// observers see the values in the order in which they were stored, and a change made by an observer follows the change
/// being observed (R37).
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
            return (result, value, core.takeTurn(toSend: value))
        }
        core.run.perform(turn) { core.send(new) }
        return try result.get()
    }

    /// Stores a value and sends it.
    ///
    /// - Returns: The old value, so that it is released outside the lock: its deinitializer may be user code.
    @inlinable
    @discardableResult
    func swap(_ new: Value) -> Value {
        let (old, turn) = state.withLock { value in
            defer { value = new }
            return (value, core.takeTurn(toSend: new))
        }
        core.run.perform(turn) { core.send(new) }
        return old
    }

    /// Stores a value and takes its position in the order of changes. Perform the returned turn after releasing all
    /// locks; the value is delivered then. Release the old value outside them, too.
    ///
    /// - Parameter send: Delivers the value, inside the exclusion.
    func stage(_ new: Value, _ send: @escaping @Sendable () -> Void) -> (old: Value, turn: Run.Turn) {
        state.withLock { value in
            defer { value = new }
            return (value, core.run.takeTurn(for: send))
        }
    }
}

extension PropertyBox {
    /// Sends the current value, then the changes. Completes when the property does.
    ///
    /// - Parameter signal: The property's signal, which the producer keeps alive.
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
            run.send(to: sink) {
                sink.value(value)
                return .completed
            }
        } else {
            startDuringDelivery(sink, run)
        }
    }

    /// Starts during a delivery by another thread or further up this stack. The current value must be sent at once even
    /// then, because the caller may be waiting for it. The start therefore has an exclusion of its own; the changes
    /// arrive as a second run, behind the deliveries that the current value already includes.
    private func startDuringDelivery(_ sink: Sink<Value, Never>, _ run: Run) {
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

    /// Completes the signal. The value stays readable.
    func complete() {
        core.run.terminate(core.sink, with: .completed)
    }

    /// Stores the values of `producer` until it ends or nothing can observe them any more. Then the signal completes.
    func follow(_ producer: SignalProducer<Value, Never>) {
        let source = Run.forConsumer()
        core.run.adopt(source)
        producer.body(Sink(value: { self.swap($0) }, terminate: { _ in self.complete() }), source)
    }

    /// Creates a box for the values of `producer`, starting with the value that `producer` sends when it is started.
    ///
    /// - Parameter initial: The initial value if the first value is late: several inputs are changing at this moment,
    ///   and another thread is about to deliver it.
    static func following(_ producer: SignalProducer<Value, Never>, initial: () -> Value) -> PropertyBox {
        let source = Run.forConsumer()
        // `known` belongs to the exclusion of the events; `making` is shared by the events and this thread.
        let known = Confined(PropertyBox?.none, to: source)
        let making = Locked(Making())
        let receive: @Sendable (Value) -> Void = { value in
            if let box = known.state {
                box.swap(value)
                return
            }
            let (box, isNew) = making.withLock { $0.box(startingWith: value) }
            known.state = box
            if !isNew { box.swap(value) }
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

    /// A box that is created with the first value.
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
