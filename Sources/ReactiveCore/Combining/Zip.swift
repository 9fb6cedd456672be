extension SignalProducer {
    /// Combines the nth values of all inputs to the nth tuple (R22).
    ///
    /// The inputs are started in the order they are written. What an input sends ahead of the others waits, however much
    /// that is. Completes when all inputs have, or as soon as one has completed and nothing of it waits; a failure or an
    /// interruption of one of them ends all at once.
    ///
    /// ```
    /// a     ──1─────2─────3───────|
    /// b     ─────x─────y──|
    /// zip   ─────1x────2y─|
    /// ```
    @_disfavoredOverload
    @inlinable
    public static func zip<each Input>(
        _ inputs: repeat SignalProducer<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        zipped(repeat each inputs)
    }

    /// The same for two producers.
    @inlinable
    public static func zip<Second>(
        _ first: SignalProducer,
        _ second: SignalProducer<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        first.zip(with: second)
    }

    /// The same for anything that stands for a producer: two signals, two properties, or one of each.
    @inlinable
    public static func zip<Second>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        first.producer.zip(with: second.producer)
    }

    /// The same for anything that stands for a producer: signals, properties, or some of each.
    @_disfavoredOverload
    @inlinable
    public static func zip<each Input>(
        _ inputs: repeat any SignalProducerConvertible<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        zipped(repeat (each inputs).producer)
    }

    /// Combines the nth values of this producer and `other`; see `zip(_:_:_:)`.
    @inlinable
    public func zip<Other>(with other: SignalProducer<Other, Failure>) -> SignalProducer<(Value, Other), Failure> {
        // Two inputs are the rule, and without parameter packs the compiler specialises all of this for their types.
        SignalProducer<(Value, Other), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (left, right) = (makeQueue(), other.makeQueue())
            let join = ZipJoin(run, terminate: sink.terminate, count: 2) { counts in
                sink.value((nextValue(in: left, counts), nextValue(in: right, counts)))
            }
            join.connect(self, to: left)
            join.connect(other, to: right)
        }
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func zip<Other>(
        with other: some SignalProducerConvertible<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        zip(with: other.producer)
    }

    /// Combines the nth values of all elements of a sequence, in the order of the sequence.
    ///
    /// - Parameters:
    ///   - inputs: what to combine, started in order.
    ///   - emptySentinel: what to send before completing if the sequence is empty; nothing by default.
    @inlinable
    public static func zip<Inputs: Sequence>(
        _ inputs: Inputs,
        emptySentinel: [Value]? = nil
    ) -> SignalProducer<[Value], Failure>
    where
        Inputs.Element: SignalProducerConvertible,
        Inputs.Element.Value == Value,
        Inputs.Element.Failure == Failure
    {
        let inputs = inputs.map { $0.producer }
        guard !inputs.isEmpty else { return .sentinel(emptySentinel) }
        return SignalProducer<[Value], Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let queues = inputs.map { $0.makeQueue() }
            let join = ZipJoin(run, terminate: sink.terminate, count: inputs.count) { counts in
                sink.value(queues.map { nextValue(in: $0, counts) })
            }
            for (input, queue) in Swift.zip(inputs, queues) { join.connect(input, to: queue) }
        }
    }

    @inlinable
    static func zipped<each Input>(
        _ inputs: repeat SignalProducer<each Input, Failure>
    ) -> SignalProducer<(repeat each Input), Failure> {
        SignalProducer<(repeat each Input), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let queues = (repeat (each inputs).makeQueue())
            let join = ZipJoin(run, terminate: sink.terminate, count: count(repeat each inputs)) { counts in
                sink.value((repeat nextValue(in: each queues, counts)))
            }
            repeat join.connect(each inputs, to: each queues)
        }
    }
}

extension Signal {
    /// See `zip(_:_:_:)`.
    @_disfavoredOverload
    @inlinable
    public static func zip<each Input>(
        _ inputs: repeat Signal<each Input, Failure>
    ) -> Signal where Value == (repeat each Input) {
        Signal(starting: .zipped(repeat (each inputs).producer))
    }

    /// The same for two signals.
    @inlinable
    public static func zip<Second>(
        _ first: Signal,
        _ second: Signal<Second, Failure>
    ) -> Signal<(Value, Second), Failure> {
        first.zip(with: second)
    }

    /// The same for three signals.
    @inlinable
    public static func zip<Second, Third>(
        _ first: Signal,
        _ second: Signal<Second, Failure>,
        _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        Signal<(Value, Second, Third), Failure>(starting: .zipped(first.producer, second.producer, third.producer))
    }

    /// See ``SignalProducer/zip(_:emptySentinel:)``. A signal that has completed if there are no inputs.
    @inlinable
    public static func zip(_ inputs: some Sequence<Signal>) -> Signal<[Value], Failure> {
        Signal<[Value], Failure>(starting: SignalProducer.zip(inputs))
    }

    /// See ``SignalProducer/zip(with:)-(SignalProducer<Other,Failure>)``.
    @inlinable
    public func zip<Other>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(starting: producer.zip(with: other.producer))
    }
}

/// One start of `zip`. Everything belongs to the exclusion of the run.
@usableFromInline
final class ZipJoin<Failure: Error>: Sendable {
    @usableFromInline let run: Run
    @usableFromInline let terminate: @Sendable (Termination<Failure>) -> Void
    @usableFromInline let emit: @Sendable (Guarded<ZipCounts>) -> Void
    @usableFromInline let counts: Guarded<ZipCounts>

    @inlinable
    init(
        _ run: Run,
        terminate: @escaping @Sendable (Termination<Failure>) -> Void,
        count: Int,
        emit: @escaping @Sendable (Guarded<ZipCounts>) -> Void
    ) {
        self.run = run
        self.terminate = terminate
        self.emit = emit
        counts = Guarded(ZipCounts(empty: count))
    }

    @inlinable
    func connect<Input>(_ input: SignalProducer<Input, Failure>, to queue: Guarded<ZipQueue<Input>>) {
        let gate = Sink<Input, Failure>(
            value: { [self] value in
                if queue.state.values.isEmpty { counts.state.empty -= 1 }
                queue.state.values.append(value)
                guard counts.state.empty == 0 else { return }
                emit(counts)
                if counts.state.isExhausted { finish() }
            },
            terminate: terminate
        )
        let source = Sink<Input, Failure>(
            value: { [run] in run.send($0, to: gate) },
            terminate: { [self] termination in
                guard case .completed = termination else { return run.terminate(gate, with: termination) }
                run.post { [self] in
                    queue.state.isCompleted = true
                    if queue.state.values.isEmpty { finish() }
                }
            }
        )
        input.start(source, under: run)
    }

    @usableFromInline
    func finish() { run.finish(Sink<Never, Failure>(value: { _ in }, terminate: terminate), with: .completed) }
}

/// What of one input of a `zip` waits for the others.
@usableFromInline
struct ZipQueue<Value> {
    @usableFromInline var values = Deque<Value>()
    @usableFromInline var isCompleted = false

    @inlinable init() {}
}

@usableFromInline
struct ZipCounts {
    /// The inputs of which nothing waits.
    @usableFromInline var empty: Int
    /// Whether one of them has completed.
    @usableFromInline var isExhausted = false

    @inlinable
    init(empty: Int) {
        self.empty = empty
    }
}

extension SignalProducer {
    @inlinable
    func makeQueue() -> Guarded<ZipQueue<Value>> { Guarded(ZipQueue()) }
}

/// Takes the next value of an input that has one.
@inlinable
func nextValue<Value>(in queue: Guarded<ZipQueue<Value>>, _ counts: Guarded<ZipCounts>) -> Value {
    let value = queue.state.values.popFirst()!
    if queue.state.values.isEmpty {
        counts.state.empty += 1
        if queue.state.isCompleted { counts.state.isExhausted = true }
    }
    return value
}
