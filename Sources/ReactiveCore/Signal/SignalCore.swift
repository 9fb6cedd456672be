import Synchronization

/// The core of a signal: its observers, and the run whose exclusion guards them.
@usableFromInline
final class SignalCore<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    struct State {
        @usableFromInline var subscriptions = Subscriptions<Value, Failure>()
        var hasPublicReference = true
        /// Runs inside the exclusion when the first observer has arrived, and when the last one has left.
        var usageChanged: (@Sendable (_ isUsed: Bool) -> Void)?

        @usableFromInline init() {}
    }

    /// Adds an observer that arrived during a delivery.
    @usableFromInline typealias Arrival = @Sendable () -> Void

    @usableFromInline let run: Run
    @usableFromInline let state: Confined<State>
    /// Observers that arrived while the exclusion was taken. They join before the next event, even if that event
    /// belongs to the same delivery.
    @usableFromInline let arrivals: InlineLocked<Deque<Arrival>>
    @usableFromInline let hasArrivals: Atomic<Bool>
    /// Runs after an observer was added, outside the exclusion.
    @usableFromInline let onObservation: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - context: The kind of consumer for observers without a start of their own.
    ///   - onObservation: A closure that runs after an observer was added.
    @inlinable
    init(for context: StartContext = .observed, onObservation: (@Sendable () -> Void)? = nil) {
        run = Run(for: context)
        self.onObservation = onObservation
        state = Confined(State(), to: run)
        arrivals = InlineLocked(Deque())
        hasArrivals = Atomic(false)
    }

    // SAFETY: nobody else has a reference any more.
    deinit { _ = state.unchecked.subscriptions.removeAll() }

    /// A sink that passes events on to all observers. Use it inside the exclusion.
    @inlinable
    var sink: Sink<Value, Failure> {
        Sink(value: { self.send($0) }, terminate: { self.terminate($0) })
    }

    @inlinable
    func send(_ value: Value) {
        // Two tail calls: no register must be saved.
        if hasArrivals.load(ordering: .relaxed) { return sendWithArrivals(value) }
        state.state.subscriptions.send(value)
    }

    @inline(never)
    @usableFromInline
    func sendWithArrivals(_ value: Value) {
        admitArrivals()
        state.state.subscriptions.send(value)
    }

    /// Takes the next position in the order of deliveries for a value. Perform the returned turn after releasing all
    /// locks, and send the value then.
    @inlinable
    func takeTurn(toSend value: Value) -> Run.Turn {
        run.enter() ? .now : queue(value)
    }

    @usableFromInline
    func queue(_ value: Value) -> Run.Turn {
        run.submit { self.send(value) } ? .drain : .later
    }

    @usableFromInline
    func terminate(_ termination: Termination<Failure>) {
        if hasArrivals.load(ordering: .relaxed) { admitArrivals() }
        for node in state.state.subscriptions.removeAll() {
            // An observer that was detached during this delivery must receive nothing; a start that was disposed of
            // ends in `interrupted`.
            if node.run.isCancelled { node.run.interruptNow() } else { node.run.finish(node.sink, with: termination) }
        }
    }

    /// Adds an observer, whose start is `subscriber`. The observer receives all events that are delivered from now on,
    /// including the rest of a delivery in progress.
    @usableFromInline
    func attach(_ sink: Sink<Value, Failure>, to subscriber: Run, interrupt: (@Sendable () -> Void)?) {
        // The state changes before the observers are notified of the end (R9), so an observer that arrives during that
        // notification is too late.
        guard !run.isStopped else {
            // Deliver at once, even if the signal's exclusion is held (R6): the observer's own exclusion suffices for
            // its only event.
            if subscriber.open(interrupt: interrupt) { subscriber.terminate(sink, with: .interrupted) }
            return
        }
        let exclusion = run.exclusion
        guard subscriber.open(sharing: exclusion, interrupt: interrupt) else { return }
        if exclusion.enter() {
            insert(sink, of: subscriber, late: .interrupted) {}
            exclusion.leave()
        } else {
            arrivals.withLock {
                $0.append { self.insert(sink, of: subscriber, late: .interrupted) {} }
                hasArrivals.store(true, ordering: .relaxed)
            }
            exclusion.post { self.admitArrivals() }
        }
        onObservation?()
    }

    /// Adds the observers that arrived during a delivery, in order. Call it inside the exclusion.
    @usableFromInline
    func admitArrivals() {
        while let arrival = nextArrival() { arrival() }
    }

    private func nextArrival() -> Arrival? {
        arrivals.withLock { arrivals in
            let next = arrivals.popFirst()
            if arrivals.isEmpty { hasArrivals.store(false, ordering: .relaxed) }
            return next
        }
    }

    /// Adds an observer; call it inside the exclusion. `first` runs just before, and `late` is delivered to an observer
    /// that arrives after the end.
    func insert(
        _ sink: Sink<Value, Failure>,
        of subscriber: Run,
        late: Termination<Failure>,
        first: () -> Void
    ) {
        guard !subscriber.isStopped else { return }
        first()
        guard !subscriber.isStopped else { return }
        guard !run.isEnded else { return subscriber.finish(sink, with: late) }
        let node = Subscriptions<Value, Failure>.Node(sink, run: subscriber)
        let isFirst = state.state.subscriptions.isEmpty
        state.state.subscriptions.append(node)
        subscriber.adopt(
            AnyDisposable { [weak self, weak node] in
                if let self, let node { self.remove(node) }
            }
        )
        if isFirst, let usageChanged = state.state.usageChanged { usageChanged(true) }
    }

    private func remove(_ node: Subscriptions<Value, Failure>.Node) {
        run.exclusion.post {
            let wasLast = self.state.state.subscriptions.remove(node) && self.state.state.subscriptions.isEmpty
            if wasLast, let usageChanged = self.state.state.usageChanged { usageChanged(false) }
            self.endIfUnused()
        }
    }

    /// Records that the signal object was released. Without observers, nothing can receive its events any more (R8).
    @usableFromInline
    func publicReferenceReleased() {
        run.exclusion.post {
            self.state.state.hasPublicReference = false
            self.endIfUnused()
        }
    }

    private func endIfUnused() {
        guard !state.state.hasPublicReference, state.state.subscriptions.isEmpty else { return }
        // The closure owns what owns this core. It is released after the exclusive access to the state.
        let usageChanged = state.state.usageChanged
        state.state.usageChanged = nil
        withExtendedLifetime(usageChanged) { run.end() }
    }
}
