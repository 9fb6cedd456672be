/// The inside of a signal: its observers, and the run whose exclusion guards them.
final class SignalCore<Value: Sendable, Failure: Error>: Sendable {
    struct Subscription: Sendable {
        let sink: Sink<Value, Failure>
        let run: Run
    }

    private struct State {
        var subscriptions = Bag<Subscription>()
        var hasShell = true
    }

    let run = Run()
    private let state = Guarded(State())

    /// Passes events on to all observers; to be used inside the exclusion.
    var sink: Sink<Value, Failure> {
        Sink(value: { self.send($0) }, terminate: { self.terminate($0) })
    }

    private func send(_ value: Value) {
        for case let subscription? in state.state.subscriptions.slots where !subscription.run.isStopped {
            subscription.sink.value(value)
        }
    }

    private func terminate(_ termination: Termination<Failure>) {
        let subscriptions = state.state.subscriptions
        state.state.subscriptions = Bag()
        for case let subscription? in subscriptions.slots {
            subscription.run.finish(subscription.sink, with: termination)
        }
    }

    /// Adds an observer, whose start is `subscriber`, inside the exclusion; `first` runs just before, in the same step.
    func attach(
        _ sink: Sink<Value, Failure>, to subscriber: Run, interrupt: (@Sendable () -> Void)?,
        first: (@Sendable () -> Void)? = nil
    ) {
        let exclusion = run.exclusion
        guard subscriber.open(sharing: exclusion, interrupt: interrupt) else { return }
        guard !run.isEnded else { return subscriber.finish(sink, with: .interrupted) }
        exclusion.post { self.insert(Subscription(sink: sink, run: subscriber), first: first) }
    }

    private func insert(_ subscription: Subscription, first: (@Sendable () -> Void)?) {
        guard !subscription.run.isStopped else { return }
        first?()
        guard !run.isEnded else { return subscription.run.finish(subscription.sink, with: .interrupted) }
        let token = state.state.subscriptions.insert(subscription)
        subscription.run.adopt(AnyDisposable { [weak self] in self?.remove(token) })
    }

    private func remove(_ token: Bag<Subscription>.Token) {
        run.exclusion.post {
            self.state.state.subscriptions.remove(using: token)
            self.endIfUnused()
        }
    }

    /// The signal object is gone: without observers nobody can hear it any more (R8).
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
