/// The inside of a signal: its observers, and the run whose exclusion guards them.
@usableFromInline
final class SignalCore<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    struct State {
        @usableFromInline var subscriptions = Subscriptions<Value, Failure>()
        var hasShell = true

        @usableFromInline init() {}
    }

    @usableFromInline let run: Run
    @usableFromInline let state: Guarded<State>

    @inlinable
    init() {
        run = Run()
        state = Guarded(State())
    }

    deinit { _ = state.state.subscriptions.removeAll() }

    /// Passes events on to all observers; to be used inside the exclusion.
    @inlinable
    var sink: Sink<Value, Failure> {
        Sink(value: { self.send($0) }, terminate: { self.terminate($0) })
    }

    @inlinable
    func send(_ value: Value) {
        state.state.subscriptions.send(value)
    }

    @usableFromInline
    func terminate(_ termination: Termination<Failure>) {
        for node in state.state.subscriptions.removeAll() {
            // An observer that was detached during this delivery must stay silent, and a start ends in `interrupted`.
            if node.run.isCancelled { node.run.interruptNow() } else { node.run.finish(node.sink, with: termination) }
        }
    }

    /// Adds an observer, whose start is `subscriber`, inside the exclusion; `first` runs just before, in the same step.
    @usableFromInline
    func attach(
        _ sink: Sink<Value, Failure>,
        to subscriber: Run,
        interrupt: (@Sendable () -> Void)?,
        first: @escaping @Sendable () -> Void = {}
    ) {
        guard !run.isEnded else {
            // At once, whoever still holds the signal's exclusion (R6): the observer's own will do for its only event.
            if subscriber.open(interrupt: interrupt) { subscriber.terminate(sink, with: .interrupted) }
            return
        }
        let exclusion = run.exclusion
        guard subscriber.open(sharing: exclusion, interrupt: interrupt) else { return }
        exclusion.post { self.insert(sink, of: subscriber, late: .interrupted, first: first) }
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
