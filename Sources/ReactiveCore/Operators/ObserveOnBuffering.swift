extension SignalProducer {
    /// Delivers every event on `scheduler`, in order, and lets only so many values wait for it.
    ///
    /// ```
    /// source                         ──1──2──3──4──|
    /// scheduler                      ────────────────•
    /// .dropOldest(limit: 2)          ────────────────3─4──|
    /// .dropNewest(limit: 2)          ────────────────1─2──|
    /// ```
    ///
    /// Like `observe(on:)`, but where the scheduler is slower than the source, memory does not grow. The terminal event keeps
    /// its place behind the values that wait.
    ///
    /// - Parameters:
    ///   - scheduler: where all events are delivered.
    ///   - policy: what happens to values that come while as many wait as may; a limit must be positive.
    public func observe(on scheduler: any Scheduler, buffering policy: BufferingPolicy) -> SignalProducer {
        switch policy {
        case .dropOldest(let limit): observe(on: scheduler, limit: limit, .dropOldest)
        case .dropNewest(let limit): observe(on: scheduler, limit: limit, .dropNewest)
        case .unbounded: observe(on: scheduler)
        }
    }

    /// Delivers every event on `scheduler`, in order, and fails with `error` when more than `limit` values have to wait for
    /// it.
    ///
    /// ```
    /// source         ──1──2──3──4──|
    /// scheduler      ────────────────•
    /// buffering: 2   ────────────────1─2──✗ error
    /// ```
    ///
    /// The source is then disposed of at once; the values that wait are delivered before the failure.
    ///
    /// - Parameters:
    ///   - scheduler: where all events are delivered.
    ///   - limit: how many values may wait; must be positive.
    ///   - error: what to fail with.
    public func observe(
        on scheduler: any Scheduler,
        buffering limit: Int,
        raising error: Failure
    ) -> SignalProducer {
        observe(on: scheduler, limit: limit, .fail(error))
    }

    private func observe(
        on scheduler: any Scheduler,
        limit: Int,
        _ overflow: HopBuffer<Value, Failure>.Overflow
    ) -> SignalProducer {
        precondition(limit > 0, "A buffer must hold at least one value, not \(limit)")
        return SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let buffer = HopBuffer<Value, Failure>(limit: limit, overflow)
            @Sendable func end(_ termination: Termination<Failure>) {
                scheduler.schedule { run.terminate(sink, with: termination) }
            }
            body(
                Sink { value in
                    switch buffer.add(value) {
                    case .isQueued: scheduler.schedule { if let value = buffer.next() { run.send(value, to: sink) } }
                    case .needsNoTurn: break
                    case .isTooMuch(let error):
                        end(.failed(error))
                        source.dispose()
                    }
                } terminate: {
                    end($0)
                },
                source
            )
        }
    }
}

extension SignalProducer where Failure == Never {
    /// Lets a producer that cannot fail do so when too many values wait; see `SignalProducer.observe(on:buffering:raising:)`.
    @_disfavoredOverload
    public func observe<NewFailure: Error>(
        on scheduler: any Scheduler,
        buffering limit: Int,
        raising error: NewFailure
    ) -> SignalProducer<Value, NewFailure> {
        promoteError(NewFailure.self).observe(on: scheduler, buffering: limit, raising: error)
    }
}

extension Signal {
    /// See `observe(on:buffering:)` of ``SignalProducer``.
    public func observe(on scheduler: any Scheduler, buffering policy: BufferingPolicy) -> Signal {
        lift { $0.observe(on: scheduler, buffering: policy) }
    }

    /// See `observe(on:buffering:raising:)` of ``SignalProducer``.
    public func observe(on scheduler: any Scheduler, buffering limit: Int, raising error: Failure) -> Signal {
        lift { $0.observe(on: scheduler, buffering: limit, raising: error) }
    }
}

extension Signal where Failure == Never {
    /// See `observe(on:buffering:raising:)` of ``SignalProducer``.
    @_disfavoredOverload
    public func observe<NewFailure: Error>(
        on scheduler: any Scheduler,
        buffering limit: Int,
        raising error: NewFailure
    ) -> Signal<Value, NewFailure> {
        lift { $0.observe(on: scheduler, buffering: limit, raising: error) }
    }
}

/// What waits for a scheduler. For each value that waits, one piece of work is on its way.
private final class HopBuffer<Value: Sendable, Failure: Error>: Sendable {
    enum Overflow: Sendable {
        case dropOldest
        case dropNewest
        case fail(Failure)
    }

    /// What became of a value.
    enum Fate: Sendable {
        /// It waits, and needs a piece of work.
        case isQueued
        /// It was dropped, or waits in place of an older one.
        case needsNoTurn
        case isTooMuch(Failure)
    }

    private let limit: Int
    private let overflow: Overflow
    private let waiting = Locked(Deque<Value>())

    init(limit: Int, _ overflow: Overflow) {
        self.limit = limit
        self.overflow = overflow
    }

    func add(_ value: Value) -> Fate {
        let (fate, _) = waiting.withLock { waiting -> (Fate, Value?) in
            guard waiting.count >= limit else {
                waiting.append(value)
                return (.isQueued, nil)
            }
            switch overflow {
            case .dropOldest:
                // Released outside the lock: its end may be user code.
                let dropped = waiting.popFirst()
                waiting.append(value)
                return (.needsNoTurn, dropped)
            case .dropNewest: return (.needsNoTurn, nil)
            case .fail(let error): return (.isTooMuch(error), nil)
            }
        }
        return fate
    }

    func next() -> Value? { waiting.withLock { $0.popFirst() } }
}
