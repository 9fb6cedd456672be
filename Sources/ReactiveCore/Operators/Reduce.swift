extension SignalProducer {
    /// Combines all values into one and sends it when the source completes.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// reduce  ───────────6|      (0, +)
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is sent if there are no values.
    ///   - next: A closure that combines the partial result with a value.
    /// - Returns: A producer of one value.
    @_disfavoredOverload
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        reduce(into: initial) { $0 = next($0, $1) }
    }

    /// Combines all values into a mutable result and sends it when the source completes.
    ///
    /// Prefer this form for results such as arrays and dictionaries.
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is sent if there are no values.
    ///   - next: A closure that updates the partial result with a value.
    /// - Returns: A producer of one value.
    @_disfavoredOverload
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        SignalProducer<Result, Failure> { [body] sink, run in
            let partial = Confined(initial, to: run)
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
    /// Combines all values into one and sends it when the source completes.
    ///
    /// For more information, see ``SignalProducer/reduce(_:_:)``.
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is sent if there are no values.
    ///   - next: A closure that combines the partial result with a value.
    /// - Returns: A signal of one value.
    @_disfavoredOverload
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        lift { $0.reduce(initial, next) }
    }

    /// Combines all values into a mutable result and sends it when the source completes.
    ///
    /// For more information, see ``SignalProducer/reduce(into:_:)``.
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is sent if there are no values.
    ///   - next: A closure that updates the partial result with a value.
    /// - Returns: A signal of one value.
    @_disfavoredOverload
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        lift { $0.reduce(into: initial, next) }
    }
}
