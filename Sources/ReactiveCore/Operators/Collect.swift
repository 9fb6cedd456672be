extension SignalProducer {
    /// Collects all values, and sends them as one array when the source completes; an empty one if there were none.
    ///
    /// ```
    /// source   ──1──2──3──|
    /// collect  ───────────[1,2,3]|
    /// ```
    ///
    /// A failure or an interruption drops what was collected. Memory grows with the number of values.
    @inlinable
    public func collect() -> SignalProducer<[Value], Failure> {
        collecting { values, value in
            values.append(value)
            return nil
        }
    }

    /// Collects values into arrays of `count`; the last may be shorter.
    ///
    /// ```
    /// source             ──1──2──3──4──5──|
    /// collect(count: 2)  ─────[1,2]─[3,4]─[5]|
    /// ```
    ///
    /// A source that completes without a value gives one empty array.
    @inlinable
    public func collect(count: Int) -> SignalProducer<[Value], Failure> {
        precondition(count > 0, "Values cannot be collected by \(count)")
        return collect { $0.count == count }
    }

    /// Collects values, and sends them each time they satisfy `shouldSend`, the latest value included.
    ///
    /// ```
    /// source   ──1──2──3──4──|
    /// collect  ─────[1,2]─[3]─[4]|      { $0.reduce(0, +) >= 3 }
    /// ```
    ///
    /// What is left is sent when the source completes; a source without values gives one empty array.
    @inlinable
    @available(swift, introduced: 6)
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

    /// Collects values, and sends them each time `shouldSend` says so of what was collected and the value that comes next;
    /// that one then begins the next array.
    ///
    /// ```
    /// source   ──1──2──1──2──|
    /// collect  ────────[1,2]─[1,2]|      { !$0.isEmpty && $1 == 1 }
    /// ```
    ///
    /// What is left is sent when the source completes; a source without values gives one empty array.
    @inlinable
    @available(swift, introduced: 6)
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

    /// What all forms come down to: `add` takes a value in, and returns an array that is complete.
    @inlinable
    func collecting(
        _ add: @escaping @Sendable (inout [Value], Value) -> [Value]?
    ) -> SignalProducer<[Value], Failure> {
        SignalProducer<[Value], Failure> { [body] sink, run in
            let collected = Guarded(Collected<Value>())
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

/// What `collect` remembers between two values.
@usableFromInline
struct Collected<Value: Sendable>: Sendable {
    @usableFromInline var values: [Value] = []
    @usableFromInline var hasSent = false

    @inlinable init() {}
}

extension Signal {
    /// See ``SignalProducer/collect()``.
    @inlinable
    public func collect() -> Signal<[Value], Failure> {
        lift { $0.collect() }
    }

    /// See ``SignalProducer/collect(count:)``.
    @inlinable
    public func collect(count: Int) -> Signal<[Value], Failure> {
        lift { $0.collect(count: count) }
    }

    /// See ``SignalProducer/collect(_:)-(([Value])->Bool)``.
    @inlinable
    @available(swift, introduced: 6)
    public func collect(_ shouldSend: @escaping @Sendable (_ values: [Value]) -> Bool) -> Signal<[Value], Failure> {
        lift { $0.collect(shouldSend) }
    }

    /// See ``SignalProducer/collect(_:)-(([Value],Value)->Bool)``.
    @inlinable
    @available(swift, introduced: 6)
    public func collect(
        _ shouldSend: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
    ) -> Signal<[Value], Failure> {
        lift { $0.collect(shouldSend) }
    }
}
