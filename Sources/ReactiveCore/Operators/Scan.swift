extension SignalProducer {
    /// Combines each value with what came of those before, and sends every result.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// scan    ──1──3──6──|      (0, +)
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        scan(into: initial) { $0 = next($0, $1) }
    }

    /// Works each value into what came of those before, and sends every result; the form for arrays and dictionaries.
    @inlinable
    @available(swift, introduced: 6)
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        scanMap(into: initial) { state, value in
            next(&state, value)
            return state
        }
    }

    /// Transforms each value with the help of a state, which it may replace.
    ///
    /// ```
    /// source   ──a──b──c──|
    /// scanMap  ──a0─b1─c2─|      (0) { ($0 + 1, "\($1)\($0)") }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
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

    /// Transforms each value with the help of a state, which it may change.
    @inlinable
    @available(swift, introduced: 6)
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping @Sendable (_ state: inout State, _ value: Value) -> New
    ) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            let state = Guarded(initial)
            body(Sink(value: { sink.value(next(&state.state, $0)) }, terminate: sink.terminate), run)
        }
    }
}

extension Signal {
    /// See ``SignalProducer/scan(_:_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        lift { $0.scan(initial, next) }
    }

    /// See ``SignalProducer/scan(into:_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        lift { $0.scan(into: initial, next) }
    }

    /// See ``SignalProducer/scanMap(_:_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (_ state: State, _ value: Value) -> (State, New)
    ) -> Signal<New, Failure> {
        lift { $0.scanMap(initial, next) }
    }

    /// See ``SignalProducer/scanMap(into:_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping @Sendable (_ state: inout State, _ value: Value) -> New
    ) -> Signal<New, Failure> {
        lift { $0.scanMap(into: initial, next) }
    }
}
