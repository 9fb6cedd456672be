extension SignalProducer {
    /// Combines each value with the result of the previous values, and sends each result.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// scan    ──1──3──6──|      (0, +)
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is not sent.
    ///   - next: A closure that combines the partial result with a value.
    /// - Returns: A producer of the partial results.
    @_disfavoredOverload
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        scan(into: initial) { $0 = next($0, $1) }
    }

    /// Combines each value into a mutable result of the previous values, and sends each result.
    ///
    /// Prefer this form for results such as arrays and dictionaries.
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is not sent.
    ///   - next: A closure that updates the partial result with a value.
    /// - Returns: A producer of the partial results.
    @_disfavoredOverload
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        scanMap(into: initial) { state, value in
            next(&state, value)
            return state
        }
    }

    /// Transforms each value with the help of a state that each step can replace.
    ///
    /// ```
    /// source   ──a──b──c──|
    /// scanMap  ──a0─b1─c2─|      (0) { ($0 + 1, "\($1)\($0)") }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The initial state.
    ///   - next: A closure that returns the next state and the transformed value.
    /// - Returns: A producer of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (_ state: State, _ value: Value) -> (State, New)
    ) -> SignalProducer<New, Failure> {
        scanMap(into: initial) { state, value in
            let (nextState, new) = next(state, value)
            state = nextState
            return new
        }
    }

    /// Transforms each value with the help of a state that each step can change.
    ///
    /// - Parameters:
    ///   - initial: The initial state.
    ///   - next: A closure that updates the state and returns the transformed value.
    /// - Returns: A producer of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping @Sendable (_ state: inout State, _ value: Value) -> New
    ) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            let state = Confined(initial, to: run)
            body(Sink(value: { sink.value(next(&state.state, $0)) }, terminate: sink.terminate), run)
        }
    }
}

extension Signal {
    /// Combines each value with the result of the previous values, and sends each result.
    ///
    /// For more information, see ``SignalProducer/scan(_:_:)``.
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is not sent.
    ///   - next: A closure that combines the partial result with a value.
    /// - Returns: A signal of the partial results.
    @_disfavoredOverload
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        lift { $0.scan(initial, next) }
    }

    /// Combines each value into a mutable result of the previous values, and sends each result.
    ///
    /// For more information, see ``SignalProducer/scan(into:_:)``.
    ///
    /// - Parameters:
    ///   - initial: The initial result, which is not sent.
    ///   - next: A closure that updates the partial result with a value.
    /// - Returns: A signal of the partial results.
    @_disfavoredOverload
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        lift { $0.scan(into: initial, next) }
    }

    /// Transforms each value with the help of a state that each step can replace.
    ///
    /// For more information, see ``SignalProducer/scanMap(_:_:)``.
    ///
    /// - Parameters:
    ///   - initial: The initial state.
    ///   - next: A closure that returns the next state and the transformed value.
    /// - Returns: A signal of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (_ state: State, _ value: Value) -> (State, New)
    ) -> Signal<New, Failure> {
        lift { $0.scanMap(initial, next) }
    }

    /// Transforms each value with the help of a state that each step can change.
    ///
    /// For more information, see ``SignalProducer/scanMap(into:_:)``.
    ///
    /// - Parameters:
    ///   - initial: The initial state.
    ///   - next: A closure that updates the state and returns the transformed value.
    /// - Returns: A signal of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping @Sendable (_ state: inout State, _ value: Value) -> New
    ) -> Signal<New, Failure> {
        lift { $0.scanMap(into: initial, next) }
    }
}
