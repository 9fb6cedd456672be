extension SignalProducer {
    /// Collects all values and sends them as one array when the source completes.
    ///
    /// ```
    /// source   ──1──2──3──|
    /// collect  ───────────[1,2,3]|
    /// ```
    ///
    /// The array is empty if there were no values. A failure or an interruption drops the collected values. Memory
    /// grows with the number of values.
    ///
    /// - Returns: A producer of one array.
    @inlinable
    public func collect() -> SignalProducer<[Value], Failure> {
        collecting { values, value in
            values.append(value)
            return nil
        }
    }

    /// Collects values into arrays of a fixed length.
    ///
    /// ```
    /// source             ──1──2──3──4──5──|
    /// collect(count: 2)  ─────[1,2]─[3,4]─[5]|
    /// ```
    ///
    /// The last array may be shorter. A source that completes without a value results in one empty array.
    ///
    /// - Parameter count: The number of values per array. It must be positive.
    /// - Returns: A producer of arrays.
    @inlinable
    public func collect(count: Int) -> SignalProducer<[Value], Failure> {
        require(count > 0, "Values cannot be collected by \(count)")
        return collect { $0.count == count }
    }

    /// Collects values and sends them whenever the collected values satisfy a predicate.
    ///
    /// ```
    /// source   ──1──2──3──4──|
    /// collect  ─────[1,2]─[3]─[4]|      { $0.reduce(0, +) >= 3 }
    /// ```
    ///
    /// The remaining values are sent when the source completes. A source without values results in one empty array.
    ///
    /// - Parameter shouldSend: A closure that returns whether to send the collected values, which include the latest
    ///   one.
    /// - Returns: A producer of arrays.
    @_disfavoredOverload
    @inlinable
    public func collect(
        _ shouldSend: @escaping @Sendable (_ values: [Value]) -> Bool
    ) -> SignalProducer<[Value], Failure> {
        collecting { values, value in
            values.append(value)
            guard shouldSend(values) else { return nil }
            defer { values = [] }
            return values
        }
    }

    /// Collects values and sends them whenever a predicate on the collected values and the next value is satisfied.
    ///
    /// ```
    /// source   ──1──2──1──2──|
    /// collect  ────────[1,2]─[1,2]|      { !$0.isEmpty && $1 == 1 }
    /// ```
    ///
    /// The next value then begins a new array. The remaining values are sent when the source completes. A source
    /// without values results in one empty array.
    ///
    /// - Parameter shouldSend: A closure that returns whether to send the collected values before adding the latest
    ///   one.
    /// - Returns: A producer of arrays.
    @_disfavoredOverload
    @inlinable
    public func collect(
        _ shouldSend: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
    ) -> SignalProducer<[Value], Failure> {
        collecting { values, value in
            guard shouldSend(values, value) else {
                values.append(value)
                return nil
            }
            defer { values = [value] }
            return values
        }
    }

    /// Implements all forms; `add` stores a value and returns an array that is complete.
    @inlinable
    func collecting(
        _ add: @escaping @Sendable (inout [Value], Value) -> [Value]?
    ) -> SignalProducer<[Value], Failure> {
        SignalProducer<[Value], Failure> { [body] sink, run in
            let collected = Confined(Collected<Value>(), to: run)
            body(
                Sink { value in
                    guard let complete = add(&collected.state.values, value) else { return }
                    collected.state.hasSent = true
                    sink.value(complete)
                } terminate: { termination in
                    guard case .completed = termination else { return sink.terminate(termination) }
                    let rest = collected.state
                    collected.state.values = []
                    let last = rest.values.isEmpty && rest.hasSent ? nil : rest.values
                    run.flush(last.map { [$0] } ?? [], to: sink, then: .completed)
                },
                run
            )
        }
    }
}

/// The state of `collect` between two values.
@usableFromInline
struct Collected<Value: Sendable>: Sendable {
    @usableFromInline var values: [Value] = []
    @usableFromInline var hasSent = false

    @inlinable init() {}
}

extension Signal {
    /// Collects all values and sends them as one array when the source completes.
    ///
    /// For more information, see ``SignalProducer/collect()``.
    ///
    /// - Returns: A signal of one array.
    @inlinable
    public func collect() -> Signal<[Value], Failure> {
        lift { $0.collect() }
    }

    /// Collects values into arrays of a fixed length.
    ///
    /// For more information, see ``SignalProducer/collect(count:)``.
    ///
    /// - Parameter count: The number of values per array. It must be positive.
    /// - Returns: A signal of arrays.
    @inlinable
    public func collect(count: Int) -> Signal<[Value], Failure> {
        lift { $0.collect(count: count) }
    }

    /// Collects values and sends them whenever the collected values satisfy a predicate.
    ///
    /// For more information, see ``SignalProducer/collect(_:)-(([Value])->Bool)``.
    ///
    /// - Parameter shouldSend: A closure that returns whether to send the collected values, which include the latest
    ///   one.
    /// - Returns: A signal of arrays.
    @_disfavoredOverload
    @inlinable
    public func collect(_ shouldSend: @escaping @Sendable (_ values: [Value]) -> Bool) -> Signal<[Value], Failure> {
        lift { $0.collect(shouldSend) }
    }

    /// Collects values and sends them whenever a predicate on the collected values and the next value is satisfied.
    ///
    /// For more information, see ``SignalProducer/collect(_:)-(([Value],Value)->Bool)``.
    ///
    /// - Parameter shouldSend: A closure that returns whether to send the collected values before adding the latest
    ///   one.
    /// - Returns: A signal of arrays.
    @_disfavoredOverload
    @inlinable
    public func collect(
        _ shouldSend: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
    ) -> Signal<[Value], Failure> {
        lift { $0.collect(shouldSend) }
    }
}
