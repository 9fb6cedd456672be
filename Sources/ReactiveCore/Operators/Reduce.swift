extension SignalProducer {
    /// Combines all values into one, and sends it when the source completes; `initial` if there were none.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// reduce  ───────────6|      (0, +)
    /// ```
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        reduce(into: initial) { $0 = next($0, $1) }
    }

    /// Works all values into one, and sends it when the source completes; the form for arrays and dictionaries.
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        SignalProducer<Result, Failure> { [body] sink, run in
            let partial = Guarded(initial)
            body(
                Sink { value in
                    next(&partial.state, value)
                } terminate: { termination in
                    guard case .completed = termination else { return sink.terminate(termination) }
                    run.flush(CollectionOfOne(partial.state), to: sink, then: .completed)
                },
                run
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/reduce(_:_:)``.
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        lift { $0.reduce(initial, next) }
    }

    /// See ``SignalProducer/reduce(into:_:)``.
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        lift { $0.reduce(into: initial, next) }
    }
}
