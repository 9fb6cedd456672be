/// The inside of a signal: its observers, and the run whose exclusion guards them.
@usableFromInline
final class SignalCore<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    struct State {
        @usableFromInline let subscriptions = Subscriptions<Value, Failure>()
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

    /// Passes events on to all observers; to be used inside the exclusion.
    @inlinable
    var sink: Sink<Value, Failure> {
        Sink(value: { self.state.state.subscriptions.send($0) }, terminate: { self.terminate($0) })
    }

    @usableFromInline
    func terminate(_ termination: Termination<Failure>) {
        for node in state.state.subscriptions.removeAll() {
            node.run.finish(node.sink, with: termination)
        }
    }

    /// Adds an observer, whose start is `subscriber`, inside the exclusion; `first` runs just before, in the same step.
    @usableFromInline
    func attach(
        _ sink: Sink<Value, Failure>,
        to subscriber: Run,
        interrupt: (@Sendable () -> Void)?,
        first: (@Sendable () -> Void)? = nil
    ) {
        let exclusion = run.exclusion
        guard subscriber.open(sharing: exclusion, interrupt: interrupt) else { return }
        guard !run.isEnded else { return subscriber.finish(sink, with: .interrupted) }
        exclusion.post { self.insert(Subscriptions<Value, Failure>.Node(sink, run: subscriber), first: first) }
    }

    private func insert(_ node: Subscriptions<Value, Failure>.Node, first: (@Sendable () -> Void)?) {
        guard !node.run.isStopped else { return }
        first?()
        guard !run.isEnded else { return node.run.finish(node.sink, with: .interrupted) }
        state.state.subscriptions.append(node)
        node.run.adopt(
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
