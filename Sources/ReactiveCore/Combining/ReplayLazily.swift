extension SignalProducer {
    /// Shares one run of this producer among all starts, and replays its last values and its end to those who come late (R20).
    ///
    /// The run begins with the first start, and never again, not even after it has ended. It is disposed of when every copy
    /// of the result and every one of its starts are gone; disposing of one start leaves the others alone.
    ///
    /// ```swift
    /// let user = loadUser().replayLazily(upTo: 1)
    /// user.startWithResult(show)          // loads
    /// user.startWithResult(log)           // shows what was loaded, or waits for it
    /// ```
    ///
    /// - Parameter capacity: how many values to keep; not negative.
    @inlinable
    public func replayLazily(upTo capacity: Int) -> SignalProducer {
        precondition(capacity >= 0, "A replay cannot keep \(capacity) values")
        let replay = Replay(of: self, capacity: capacity)
        return SignalProducer { sink, run in replay.attach(sink, to: run) }
    }
}

/// The shared run, which ends with the last reference to this object: those are the copies of the producer and the starts.
@usableFromInline
final class Replay<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let source: Locked<SignalProducer<Value, Failure>?>
    @usableFromInline let run: Run
    @usableFromInline let tape: Tape<Value, Failure>

    @inlinable
    init(of producer: SignalProducer<Value, Failure>, capacity: Int) {
        source = Locked(producer)
        run = Run()
        tape = Tape(capacity: capacity)
    }

    deinit { run.dispose() }

    @inlinable
    func attach(_ sink: Sink<Value, Failure>, to subscriber: Run) {
        // Its starts keep it alive.
        subscriber.adopt(AnyDisposable { _ = self })
        tape.play(to: sink, subscriber)
        startOnce(in: subscriber.context)
    }

    @inlinable
    func startOnce(in context: StartContext) {
        let source: SignalProducer<Value, Failure>? = source.withLock { source in
            defer { source = nil }
            return source
        }
        // The run must not own this object, or nothing would ever end it.
        let tape = tape
        source?.started(in: context).body(Sink(value: { tape.record($0) }, terminate: { tape.end($0) }), run)
    }
}

/// What a replay keeps, and those who hear of the rest.
///
/// An event is stored and takes its place in the order of deliveries in one step under the lock. A start takes the history and
/// its place behind that in one step, too: it misses nothing, and gets nothing twice.
@usableFromInline
final class Tape<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    struct History: Sendable {
        @usableFromInline var values = Deque<Value>()
        var end: Termination<Failure>?

        @usableFromInline init() {}
    }

    @usableFromInline let capacity: Int
    @usableFromInline let history: InlineLocked<History>
    /// Stays open after the end: nobody is added to it any more.
    @usableFromInline let core: SignalCore<Value, Failure>

    @inlinable
    init(capacity: Int) {
        self.capacity = capacity
        history = InlineLocked(History())
        core = SignalCore()
        _ = core.run.open(interrupt: nil)
    }

    @inlinable
    func record(_ value: Value) {
        // Released outside the lock: its end may be user code.
        var dropped: Value?
        let turn = history.withLock { history -> Run.Turn in
            history.values.append(value)
            if history.values.count > capacity { dropped = history.values.popFirst() }
            return core.run.enter() ? .now : queue(value)
        }
        core.run.perform(turn) { core.send(value) }
        _ = dropped
    }

    @usableFromInline
    func queue(_ value: Value) -> Run.Turn {
        core.run.submit { [core] in core.send(value) } ? .drain : .later
    }

    @usableFromInline
    func end(_ end: Termination<Failure>) {
        let turn = history.withLock { history in
            history.end = end
            return core.run.takeTurn { [core] in core.terminate(end) }
        }
        core.run.perform(turn) { core.terminate(end) }
    }

    @usableFromInline
    func play(to sink: Sink<Value, Failure>, _ subscriber: Run) {
        let (past, hasEntered) = history.withLock { ($0, $0.end == nil && core.run.enter()) }
        if hasEntered {
            if subscriber.open(sharing: core.run, interrupt: { sink.terminate(.interrupted) }) {
                play(past, to: sink, subscriber)
                core.insert(sink, of: subscriber, late: .interrupted) {}
            }
            core.run.leave()
        } else if let end = past.end {
            guard subscriber.openEntered(for: sink) else { return }
            play(past, to: sink, subscriber)
            subscriber.leave(terminating: sink, with: end)
        } else {
            playAside(to: sink, subscriber)
        }
    }

    /// A start during a delivery, by another thread or on this very stack: whoever starts may wait for the history, so it comes
    /// at once, in an exclusion of its own. What follows comes in as a second run, behind what the history contains.
    private func playAside(to sink: Sink<Value, Failure>, _ subscriber: Run) {
        guard subscriber.open(interrupt: { sink.terminate(.interrupted) }), subscriber.enter() else { return }
        let rest = Run()
        _ = rest.open(sharing: core.run, interrupt: nil)
        subscriber.adopt(rest)
        let attach: @Sendable () -> Void = { [core] in
            core.insert(sink.entering(subscriber), of: rest, late: .interrupted) {}
        }
        let (past, turn) = history.withLock { ($0, $0.end == nil ? core.run.takeTurn(for: attach) : .later) }
        core.run.perform(turn, attach)
        play(past, to: sink, subscriber)
        if let end = past.end { subscriber.finish(sink, with: end) }
        subscriber.leave()
    }

    private func play(_ past: History, to sink: Sink<Value, Failure>, _ subscriber: Run) {
        // An end that another thread brings meanwhile waits behind the history, and cuts none of it off.
        for value in past.values.elements where !subscriber.isCancelled && !subscriber.isEnded { sink.value(value) }
    }
}
