extension SignalProducer {
    /// Shares one run of this producer among all starts, and replays its last values and its end to late starts.
    ///
    /// The run begins with the first start, and never begins again, not even after its end. It is disposed of when all
    /// copies of the result and all of its starts are gone. Disposing of one start does not affect the others.
    ///
    /// ```swift
    /// let user = loadUser().replayLazily(upTo: 1)
    /// user.startWithResult(show)          // loads
    /// user.startWithResult(log)           // shows what was loaded, or waits for it
    /// ```
    ///
    /// - Parameter capacity: The number of values to keep. It must not be negative.
    /// - Returns: A producer whose starts share one run.
    @inlinable
    public func replayLazily(upTo capacity: Int) -> SignalProducer {
        require(capacity >= 0, "A replay cannot keep \(capacity) values")
        let replay = Replay(of: self, capacity: capacity)
        return SignalProducer { sink, run in replay.attach(sink, to: run) }
    }
}

/// The shared run. It ends with the last reference to this object, which the copies of the producer and the starts
/// hold.
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
        // Its starts keep this object alive.
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
        // The run must not own this object, or nothing would ever end the run.
        let tape = tape
        source?.started(in: context).body(Sink(value: { tape.record($0) }, terminate: { tape.end($0) }), run)
    }
}

/// The history of a replay, and the observers of later events.
///
/// An event is stored and takes its place in the order of deliveries in one step under the lock. A start takes the
/// history and its place behind that in one step, too: it misses nothing, and gets nothing twice.
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
    /// Stays open after the end: no observer is added any more.
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
        // Release the value outside the lock: its deinitializer may be user code.
        var dropped: Value?
        let turn = history.withLock { history -> Run.Turn in
            history.values.append(value)
            if history.values.count > capacity { dropped = history.values.popFirst() }
            return core.takeTurn(toSend: value)
        }
        core.run.perform(turn) { core.send(value) }
        _ = dropped
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
            subscriber.send(to: sink) {
                play(past, to: sink, subscriber)
                return end
            }
        } else {
            playAside(to: sink, subscriber)
        }
    }

    /// Starts during a delivery, by another thread or further up this stack. The caller may wait for the history, so it
    /// is delivered immediately, in an exclusion of its own. Later events arrive through a second run, behind the
    /// history.
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
        // A termination from another thread waits behind the history, and cuts nothing off.
        for value in past.values.elements where !subscriber.isCancelled && !subscriber.isEnded { sink.value(value) }
    }
}
