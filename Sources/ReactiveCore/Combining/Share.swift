extension SignalProducer {
    /// Shares one run of this producer among all simultaneous starts.
    ///
    /// ```
    /// run      ──1──2──3──|
    /// start 1  ──1──2──3──|
    /// start 2        ──3──|
    /// ```
    ///
    /// The first start begins the run, and later starts join it: they receive everything that is sent from then on,
    /// including the end, but nothing that was sent before. Disposing of one start does not affect the others;
    /// disposing of the last one disposes of the run. A start after the end of the run, or after the last start was
    /// disposed of, begins a new run.
    ///
    /// ```swift
    /// let ticks = SignalProducer.timer(interval: .seconds(1), on: clock).share()
    /// ticks.startWithValues(draw)         // starts the timer
    /// ticks.startWithValues(log)          // joins
    /// ```
    ///
    /// The run belongs to the value that `share()` returns, and to its copies: two calls share nothing. If a producer
    /// sends everything before its start returns, nothing is left to join: every start begins a run of its own, unless
    /// an observer of another start begins it; that start receives what follows. Use ``replayLazily(upTo:)`` to replay
    /// earlier values.
    ///
    /// - Returns: A producer whose simultaneous starts share one run.
    public func share() -> SignalProducer {
        let share = Share(of: self)
        return SignalProducer { sink, run in share.attach(sink, to: run) }
    }
}

/// The runs of one shared producer. At most one exists at a time.
private final class Share<Value: Sendable, Failure: Error>: Sendable {
    /// One run and the starts that have joined it.
    final class Connection: Sendable {
        let run: Run
        let core: SignalCore<Value, Failure>
        /// The event for starts that join while the run ends. Confined to the core's run.
        let end: Confined<Termination<Failure>>

        init(for context: StartContext) {
            run = Run(for: context)
            core = SignalCore()
            end = Confined(.interrupted, to: core.run)
            _ = core.run.open(interrupt: nil)
        }
    }

    private struct State {
        var current: Connection?
        var count = 0
    }

    private let source: SignalProducer<Value, Failure>
    private let state = Locked(State())

    init(of producer: SignalProducer<Value, Failure>) { source = producer }

    func attach(_ sink: Sink<Value, Failure>, to subscriber: Run) {
        let (connection, isFirst) = join(in: subscriber.context)
        let core = connection.core
        subscriber.adopt(AnyDisposable { [self] in leave(connection) })
        if subscriber.open(sharing: core.run, interrupt: { sink.terminate(.interrupted) }) {
            core.run.post { core.insert(sink, of: subscriber, late: connection.end.state) {} }
        }
        // Start the run even if this start was disposed of before it began, unless it was the only one: another may
        // have joined.
        if isFirst, !connection.run.isCancelled { start(connection) }
    }

    private func join(in context: StartContext) -> (Connection, isFirst: Bool) {
        state.withLock { state in
            if let current = state.current {
                state.count += 1
                return (current, false)
            }
            let new = Connection(for: context)
            state = State(current: new, count: 1)
            return (new, true)
        }
    }

    private func leave(_ connection: Connection) {
        let isLast = state.withLock { state in
            guard state.current === connection else { return false }
            state.count -= 1
            guard state.count == 0 else { return false }
            state.current = nil
            return true
        }
        if isLast { connection.run.dispose() }
    }

    private func start(_ connection: Connection) {
        let core = connection.core
        let all = Sink<Value, Failure>(value: core.sink.value) { [self] end in
            // Do this first, so that a start from inside an observer of the end begins a new run.
            state.withLock { if $0.current === connection { $0.current = nil } }
            connection.end.state = end
            core.sink.terminate(end)
        }
        source.body(all.entering(core.run), connection.run)
    }
}
