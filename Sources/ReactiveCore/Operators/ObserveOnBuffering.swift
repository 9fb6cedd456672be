extension SignalProducer {
    /// Delivers all events on a scheduler, in order, and limits the number of values that wait for it.
    ///
    /// ```
    /// source                         ──1──2──3──4──|
    /// scheduler                      ────────────────•
    /// .dropOldest(limit: 2)          ────────────────3─4──|
    /// .dropNewest(limit: 2)          ────────────────1─2──|
    /// ```
    ///
    /// This operator works like `observe(on:)`, but bounds memory if the scheduler is slower than the source. The
    /// terminal event keeps its position behind the values that wait.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - policy: Determines which values to drop when the buffer is full. Its limit must be positive.
    /// - Returns: A producer that sends the events on the scheduler.
    public func observe(on scheduler: any Scheduler, buffering policy: BufferingPolicy) -> SignalProducer {
        switch policy {
        case .dropOldest(let limit): observe(on: scheduler, limit: limit, .dropOldest)
        case .dropNewest(let limit): observe(on: scheduler, limit: limit, .dropNewest)
        case .unbounded: observe(on: scheduler)
        }
    }

    /// Delivers all events on a scheduler, in order, and fails if too many values wait for it.
    ///
    /// ```
    /// source         ──1──2──3──4──|
    /// scheduler      ────────────────•
    /// buffering: 2   ────────────────1─2──✗ error
    /// ```
    ///
    /// If the limit is exceeded, the source is disposed of at once; the values that wait are delivered before the
    /// failure.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - limit: The maximum number of values that wait. It must be positive.
    ///   - error: The failure to send if the limit is exceeded.
    /// - Returns: A producer that sends the events on the scheduler.
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
        require(limit > 0, "A buffer must hold at least one value, not \(limit)")
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
                    case .alreadyScheduled: break
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
    /// Delivers all events of a producer that cannot fail on a scheduler, in order, and fails if too many values wait
    /// for it.
    ///
    /// For more information, see `SignalProducer.observe(on:buffering:raising:)`.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - limit: The maximum number of values that wait. It must be positive.
    ///   - error: The failure to send if the limit is exceeded.
    /// - Returns: A producer that sends the events on the scheduler.
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
    /// Delivers all events on a scheduler, in order, and limits the number of values that wait for it.
    ///
    /// For more information, see `observe(on:buffering:)` of ``SignalProducer``.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - policy: Determines which values to drop when the buffer is full. Its limit must be positive.
    /// - Returns: A signal that sends the events on the scheduler.
    public func observe(on scheduler: any Scheduler, buffering policy: BufferingPolicy) -> Signal {
        lift { $0.observe(on: scheduler, buffering: policy) }
    }

    /// Delivers all events on a scheduler, in order, and fails if too many values wait for it.
    ///
    /// For more information, see `observe(on:buffering:raising:)` of ``SignalProducer``.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - limit: The maximum number of values that wait. It must be positive.
    ///   - error: The failure to send if the limit is exceeded.
    /// - Returns: A signal that sends the events on the scheduler.
    public func observe(on scheduler: any Scheduler, buffering limit: Int, raising error: Failure) -> Signal {
        lift { $0.observe(on: scheduler, buffering: limit, raising: error) }
    }
}

extension Signal where Failure == Never {
    /// Delivers all events of a signal that cannot fail on a scheduler, in order, and fails if too many values wait for
    /// it.
    ///
    /// For more information, see `observe(on:buffering:raising:)` of ``SignalProducer``.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - limit: The maximum number of values that wait. It must be positive.
    ///   - error: The failure to send if the limit is exceeded.
    /// - Returns: A signal that sends the events on the scheduler.
    @_disfavoredOverload
    public func observe<NewFailure: Error>(
        on scheduler: any Scheduler,
        buffering limit: Int,
        raising error: NewFailure
    ) -> Signal<Value, NewFailure> {
        lift { $0.observe(on: scheduler, buffering: limit, raising: error) }
    }
}

/// The values that wait for a scheduler. One piece of work is scheduled for each of them.
private final class HopBuffer<Value: Sendable, Failure: Error>: Sendable {
    enum Overflow: Sendable {
        case dropOldest
        case dropNewest
        case fail(Failure)
    }

    /// The outcome of adding a value.
    enum Outcome: Sendable {
        /// The value waits and needs a piece of work.
        case isQueued
        /// The value was dropped, or waits in place of an older one.
        case alreadyScheduled
        case isTooMuch(Failure)
    }

    private let limit: Int
    private let overflow: Overflow
    private let waiting = Locked(Deque<Value>())

    init(limit: Int, _ overflow: Overflow) {
        self.limit = limit
        self.overflow = overflow
    }

    func add(_ value: Value) -> Outcome {
        let (outcome, _) = waiting.withLock { waiting -> (Outcome, Value?) in
            guard waiting.count >= limit else {
                waiting.append(value)
                return (.isQueued, nil)
            }
            switch overflow {
            case .dropOldest:
                // Release the value outside the lock: its deinitializer may be user code.
                let dropped = waiting.popFirst()
                waiting.append(value)
                return (.alreadyScheduled, dropped)
            case .dropNewest: return (.alreadyScheduled, nil)
            case .fail(let error): return (.isTooMuch(error), nil)
            }
        }
        return outcome
    }

    func next() -> Value? { waiting.withLock { $0.popFirst() } }
}
