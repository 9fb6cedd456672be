extension SignalProducer {
    /// Combines the nth values of all inputs into the nth tuple.
    ///
    /// The inputs are started in order. Values that an input sends ahead of the others wait in a buffer without a
    /// limit. The result completes when all inputs have completed, or as soon as an input has completed and none of its
    /// values waits; a failure or an interruption of one input ends it at once.
    ///
    /// ```
    /// a     ──1─────2─────3───────|
    /// b     ─────x─────y──|
    /// zip   ─────1x────2y─|
    /// ```
    ///
    /// - Parameter inputs: The producers to combine.
    /// - Returns: A producer of tuples.
    @_disfavoredOverload
    @inlinable
    public static func zip<each Input>(
        _ inputs: repeat SignalProducer<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        zipped(repeat each inputs)
    }

    /// Combines the nth values of two inputs: producers, signals, or properties.
    ///
    /// - Parameters:
    ///   - first: The input that is started first.
    ///   - second: The other input.
    /// - Returns: A producer of pairs.
    @inlinable
    public static func zip<Second>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        first.producer.zip(with: second.producer)
    }

    /// Combines the nth values of three inputs: producers, signals, or properties.
    ///
    /// - Parameters:
    ///   - first: The input that is started first.
    ///   - second: The input that is started next.
    ///   - third: The input that is started last.
    /// - Returns: A producer of triples.
    @inlinable
    public static func zip<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        zipped(first.producer, second.producer, third.producer)
    }

    /// Combines the nth values of any number of inputs, such as signals and properties.
    ///
    /// - Parameter inputs: The inputs to combine, which are started in order.
    /// - Returns: A producer of tuples.
    @_disfavoredOverload
    @inlinable
    public static func zip<each Input>(
        _ inputs: repeat any SignalProducerConvertible<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        zipped(repeat (each inputs).producer)
    }

    /// Combines the nth values of this producer and another one.
    ///
    /// - Parameter other: The other producer, which is started second.
    /// - Returns: A producer of pairs. It completes when both producers have completed, or as soon as one has completed
    ///   and none of its values waits.
    @inlinable
    public func zip<Other>(
        with other: SignalProducer<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        // Two inputs are the rule. Without parameter packs the compiler specializes all of this for their types.
        SignalProducer<(Value, Other), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (left, right) = (makeQueue(in: run), other.makeQueue(in: run))
            let join = ZipJoin(run, terminate: sink.terminate, count: 2) { counts in
                sink.value((nextValue(in: left, counts), nextValue(in: right, counts)))
            }
            join.connect(self, to: left)
            join.connect(other, to: right)
        }
    }

    /// Combines the nth values of this producer and another input, such as a signal or a property.
    ///
    /// - Parameter other: The other input, which is started second.
    /// - Returns: A producer of pairs.
    @inlinable
    public func zip<Other>(
        with other: some SignalProducerConvertible<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        zip(with: other.producer)
    }

    /// Combines the nth values of all elements of a sequence, in the order of the sequence.
    ///
    /// - Parameters:
    ///   - inputs: The inputs to combine, which are started in order.
    ///   - emptySentinel: The array to send before completing if the sequence is empty. If `nil`, the producer
    ///     completes without a value.
    /// - Returns: A producer of arrays.
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
            let queues = inputs.map { $0.makeQueue(in: run) }
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
            let queues = (repeat (each inputs).makeQueue(in: run))
            let join = ZipJoin(run, terminate: sink.terminate, count: count(repeat each inputs)) { counts in
                sink.value((repeat nextValue(in: each queues, counts)))
            }
            repeat join.connect(each inputs, to: each queues)
        }
    }
}

extension Signal {
    /// Combines the nth values of all signals.
    ///
    /// The result ends in `interrupted` if one of the signals has ended before.
    ///
    /// - Parameter inputs: The signals to combine.
    /// - Returns: A signal of tuples.
    @_disfavoredOverload
    @inlinable
    public static func zip<each Input>(
        _ inputs: repeat Signal<each Input, Failure>
    ) -> Signal where Value == (repeat each Input) {
        Signal(starting: .zipped(repeat (each inputs).producer))
    }

    /// Combines the nth values of two signals.
    ///
    /// - Parameters:
    ///   - first: The signal that is observed first.
    ///   - second: The other signal.
    /// - Returns: A signal of pairs.
    @inlinable
    public static func zip<Second>(
        _ first: Signal,
        _ second: Signal<Second, Failure>
    ) -> Signal<(Value, Second), Failure> {
        first.zip(with: second)
    }

    /// Combines the nth values of three signals.
    ///
    /// - Parameters:
    ///   - first: The signal that is observed first.
    ///   - second: The signal that is observed next.
    ///   - third: The signal that is observed last.
    /// - Returns: A signal of triples.
    @inlinable
    public static func zip<Second, Third>(
        _ first: Signal,
        _ second: Signal<Second, Failure>,
        _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        Signal<(Value, Second, Third), Failure>(starting: .zipped(first.producer, second.producer, third.producer))
    }

    /// Combines the nth values of all elements of a sequence.
    ///
    /// - Parameter inputs: The signals to combine.
    /// - Returns: A signal of arrays. If there are no inputs, the signal has completed.
    @inlinable
    public static func zip(_ inputs: some Sequence<Signal>) -> Signal<[Value], Failure> {
        Signal<[Value], Failure>(starting: SignalProducer.zip(inputs))
    }

    /// Combines the nth values of this signal and another one.
    ///
    /// - Parameter other: The other signal.
    /// - Returns: A signal of pairs.
    @inlinable
    public func zip<Other>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(starting: producer.zip(with: other.producer))
    }
}

/// One start of `zip`. All state is confined to the run.
@usableFromInline
final class ZipJoin<Failure: Error>: Sendable {
    @usableFromInline let run: Run
    @usableFromInline let terminate: @Sendable (Termination<Failure>) -> Void
    @usableFromInline let emit: @Sendable (Confined<ZipCounts>) -> Void
    @usableFromInline let counts: Confined<ZipCounts>

    @inlinable
    init(
        _ run: Run,
        terminate: @escaping @Sendable (Termination<Failure>) -> Void,
        count: Int,
        emit: @escaping @Sendable (Confined<ZipCounts>) -> Void
    ) {
        self.run = run
        self.terminate = terminate
        self.emit = emit
        counts = Confined(ZipCounts(empty: count), to: run)
    }

    @inlinable
    func connect<Input>(_ input: SignalProducer<Input, Failure>, to queue: Confined<ZipQueue<Input>>) {
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

/// The values of one input that wait for the other inputs.
@usableFromInline
struct ZipQueue<Value> {
    @usableFromInline var values = Deque<Value>()
    @usableFromInline var isCompleted = false

    @inlinable init() {}
}

@usableFromInline
struct ZipCounts {
    /// The number of inputs without a waiting value.
    @usableFromInline var empty: Int
    /// Indicates whether one of those inputs has completed.
    @usableFromInline var isExhausted = false

    @inlinable
    init(empty: Int) {
        self.empty = empty
    }
}

extension SignalProducer {
    @inlinable
    func makeQueue(in run: Run) -> Confined<ZipQueue<Value>> { Confined(ZipQueue(), to: run) }
}

/// Removes and returns the next value of an input that has one.
@inlinable
func nextValue<Value>(in queue: Confined<ZipQueue<Value>>, _ counts: Confined<ZipCounts>) -> Value {
    let value = queue.state.values.popFirst()!
    if queue.state.values.isEmpty {
        counts.state.empty += 1
        if queue.state.isCompleted { counts.state.isExhausted = true }
    }
    return value
}
