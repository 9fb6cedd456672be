import Synchronization

/// The inside of a signal: its observers, and the run whose exclusion guards them.
@usableFromInline
final class SignalCore<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    struct State {
        @usableFromInline var subscriptions = Subscriptions<Value, Failure>()
        var hasShell = true

        @usableFromInline init() {}
    }

    /// Adds an observer that came during a delivery.
    @usableFromInline typealias Arrival = @Sendable () -> Void

    @usableFromInline let run: Run
    @usableFromInline let state: Guarded<State>
    /// Observers that came while the exclusion was taken: they join before the next event, even if that belongs to the same
    /// delivery.
    @usableFromInline let arrivals: InlineLocked<Deque<Arrival>>
    @usableFromInline let hasArrivals: Synchronization.Atomic<Bool>

    /// - Parameter context: the kind of consumer that observers without a start of their own belong to.
    @inlinable
    init(for context: StartContext = .observed) {
        run = Run(for: context)
        state = Guarded(State())
        arrivals = InlineLocked(Deque())
        hasArrivals = Synchronization.Atomic(false)
    }

    deinit { _ = state.state.subscriptions.removeAll() }

    /// Passes events on to all observers; to be used inside the exclusion.
    @inlinable
    var sink: Sink<Value, Failure> {
        Sink(value: { self.send($0) }, terminate: { self.terminate($0) })
    }

    @inlinable
    func send(_ value: Value) {
        // Two tail calls: nothing has to be kept for later.
        if hasArrivals.load(ordering: .relaxed) { return sendWithArrivals(value) }
        state.state.subscriptions.send(value)
    }

    @inline(never)
    @usableFromInline
    func sendWithArrivals(_ value: Value) {
        admitArrivals()
        state.state.subscriptions.send(value)
    }

    @usableFromInline
    func terminate(_ termination: Termination<Failure>) {
        if hasArrivals.load(ordering: .relaxed) { admitArrivals() }
        for node in state.state.subscriptions.removeAll() {
            // An observer that was detached during this delivery must stay silent, and a start ends in `interrupted`.
            if node.run.isCancelled { node.run.interruptNow() } else { node.run.finish(node.sink, with: termination) }
        }
    }

    /// Adds an observer, whose start is `subscriber`. It gets what is delivered from now on, also if that is the rest of a
    /// delivery that is under way.
    @usableFromInline
    func attach(_ sink: Sink<Value, Failure>, to subscriber: Run, interrupt: (@Sendable () -> Void)?) {
        // The state precedes the observers at the end (R9): who comes while they are told is too late.
        guard !run.isStopped else {
            // At once, whoever still holds the signal's exclusion (R6): the observer's own will do for its only event.
            if subscriber.open(interrupt: interrupt) { subscriber.terminate(sink, with: .interrupted) }
            return
        }
        let exclusion = run.exclusion
        guard subscriber.open(sharing: exclusion, interrupt: interrupt) else { return }
        if exclusion.enter() {
            insert(sink, of: subscriber, late: .interrupted) {}
            return exclusion.leave()
        }
        arrivals.withLock {
            $0.append { self.insert(sink, of: subscriber, late: .interrupted) {} }
            hasArrivals.store(true, ordering: .relaxed)
        }
        exclusion.post { self.admitArrivals() }
    }

    /// Adds those who came during a delivery, in their order; to be used inside the exclusion.
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

    /// Adds an observer; to be used inside the exclusion. `first` runs just before, and `late` is what an observer gets
    /// that comes after the end.
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
        state.state.subscriptions.append(node)
        subscriber.adopt(
            AnyDisposable { [weak self, weak node] in
                if let self, let node { self.remove(node) }
            }
        )
    }

    private func remove(_ node: Subscriptions<Value, Failure>.Node) {
        run.exclusion.post {
            self.state.state.subscriptions.remove(node)
            self.endIfUnused()
        }
    }

    /// The signal object is gone: without observers nobody can hear it any more (R8).
    @usableFromInline
    func releaseShell() {
        run.exclusion.post {
            self.state.state.hasShell = false
            self.endIfUnused()
        }
    }

    private func endIfUnused() {
        if !state.state.hasShell, state.state.subscriptions.isEmpty { run.end() }
    }
}
