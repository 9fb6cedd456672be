extension SignalProducer {
    /// Combines the latest values of all inputs.
    ///
    /// The result sends its first tuple when every input has sent a value, and another for each value after that. The
    /// inputs are started in order. The result completes when all inputs have completed; a failure or an interruption
    /// of one input ends it at once.
    ///
    /// ```
    /// a               ──1─────2─────────|
    /// b               ─────x─────y──|
    /// combineLatest   ─────1x─2x─2y─────|
    /// ```
    ///
    /// - Parameter inputs: The producers to combine.
    /// - Returns: A producer of tuples.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<each Input>(
        _ inputs: repeat SignalProducer<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        latest(of: repeat each inputs)
    }

    /// Combines the latest values of two inputs: producers, signals, or properties.
    ///
    /// - Parameters:
    ///   - first: The input that is started first.
    ///   - second: The other input.
    /// - Returns: A producer of pairs.
    @inlinable
    public static func combineLatest<Second>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        first.producer.combineLatest(with: second.producer)
    }

    /// Combines the latest values of three inputs: producers, signals, or properties.
    ///
    /// - Parameters:
    ///   - first: The input that is started first.
    ///   - second: The input that is started next.
    ///   - third: The input that is started last.
    /// - Returns: A producer of triples.
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        latest(of: first.producer, second.producer, third.producer)
    }

    /// Combines the latest values of any number of inputs, such as signals and properties.
    ///
    /// - Parameter inputs: The inputs to combine, which are started in order.
    /// - Returns: A producer of tuples.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<each Input>(
        _ inputs: repeat any SignalProducerConvertible<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        latest(of: repeat (each inputs).producer)
    }

    /// Combines the latest values of this producer and another one.
    ///
    /// - Parameter other: The other producer, which is started second.
    /// - Returns: A producer of pairs. It sends when both producers have sent a value, and completes when both have
    ///   completed.
    @inlinable
    public func combineLatest<Other>(
        with other: SignalProducer<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        // Two inputs are the rule. Without parameter packs the compiler specializes all of this for their types.
        SignalProducer<(Value, Other), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (left, right) = (emptySlot(in: run), other.emptySlot(in: run))
            let join = CombineJoin(run, terminate: sink.terminate, count: 2) {
                sink.value((latestValue(in: left), latestValue(in: right)))
            }
            join.connect(self, to: left)
            join.connect(other, to: right)
        }
    }

    /// Combines the latest values of this producer and another input, such as a signal or a property.
    ///
    /// - Parameter other: The other input, which is started second.
    /// - Returns: A producer of pairs.
    @inlinable
    public func combineLatest<Other>(
        with other: some SignalProducerConvertible<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        combineLatest(with: other.producer)
    }

    /// Combines the latest values of all elements of a sequence, in the order of the sequence.
    ///
    /// - Parameters:
    ///   - inputs: The inputs to combine, which are started in order.
    ///   - emptySentinel: The array to send before completing if the sequence is empty. If `nil`, the producer
    ///     completes without a value.
    /// - Returns: A producer of arrays.
    @inlinable
    public static func combineLatest<Inputs: Sequence>(
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
            let slots = inputs.map { $0.emptySlot(in: run) }
            let join = CombineJoin(run, terminate: sink.terminate, count: inputs.count) {
                sink.value(slots.map(latestValue(in:)))
            }
            for (input, slot) in Swift.zip(inputs, slots) { join.connect(input, to: slot) }
        }
    }

    @inlinable
    static func latest<each Input>(
        of inputs: repeat SignalProducer<each Input, Failure>
    ) -> SignalProducer<(repeat each Input), Failure> {
        SignalProducer<(repeat each Input), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let slots = (repeat (each inputs).emptySlot(in: run))
            let join = CombineJoin(run, terminate: sink.terminate, count: count(repeat each inputs)) {
                sink.value((repeat latestValue(in: each slots)))
            }
            repeat join.connect(each inputs, to: each slots)
        }
    }
}

extension Signal {
    /// Combines the latest values of all signals.
    ///
    /// The result ends in `interrupted` if one of the signals has ended before.
    ///
    /// - Parameter inputs: The signals to combine.
    /// - Returns: A signal of tuples.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<each Input>(
        _ inputs: repeat Signal<each Input, Failure>
    ) -> Signal where Value == (repeat each Input) {
        Signal(starting: .latest(of: repeat (each inputs).producer))
    }

    /// Combines the latest values of two signals.
    ///
    /// - Parameters:
    ///   - first: The signal that is observed first.
    ///   - second: The other signal.
    /// - Returns: A signal of pairs.
    @inlinable
    public static func combineLatest<Second>(
        _ first: Signal,
        _ second: Signal<Second, Failure>
    ) -> Signal<(Value, Second), Failure> {
        first.combineLatest(with: second)
    }

    /// Combines the latest values of three signals.
    ///
    /// - Parameters:
    ///   - first: The signal that is observed first.
    ///   - second: The signal that is observed next.
    ///   - third: The signal that is observed last.
    /// - Returns: A signal of triples.
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: Signal,
        _ second: Signal<Second, Failure>,
        _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        Signal<(Value, Second, Third), Failure>(starting: .latest(of: first.producer, second.producer, third.producer))
    }

    /// Combines the latest values of all elements of a sequence.
    ///
    /// - Parameter inputs: The signals to combine.
    /// - Returns: A signal of arrays. If there are no inputs, the signal has completed.
    @inlinable
    public static func combineLatest(_ inputs: some Sequence<Signal>) -> Signal<[Value], Failure> {
        Signal<[Value], Failure>(starting: SignalProducer.combineLatest(inputs))
    }

    /// Combines the latest values of this signal and another one.
    ///
    /// - Parameter other: The other signal.
    /// - Returns: A signal of pairs.
    @inlinable
    public func combineLatest<Other>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(starting: producer.combineLatest(with: other.producer))
    }
}

/// One start of `combineLatest`. Each input has a slot for its latest value. All state is confined to the run.
@usableFromInline
final class CombineJoin<Failure: Error>: Sendable {
    @usableFromInline
    struct Counts {
        /// The inputs that have not sent a value.
        @usableFromInline var missing: Int
        /// The inputs that have not completed.
        @usableFromInline var running: Int

        @inlinable
        init(missing: Int, running: Int) {
            self.missing = missing
            self.running = running
        }
    }

    @usableFromInline let run: Run
    @usableFromInline let terminate: @Sendable (Termination<Failure>) -> Void
    @usableFromInline let emit: @Sendable () -> Void
    @usableFromInline let counts: Confined<Counts>

    @inlinable
    init(
        _ run: Run,
        terminate: @escaping @Sendable (Termination<Failure>) -> Void,
        count: Int,
        emit: @escaping @Sendable () -> Void
    ) {
        self.run = run
        self.terminate = terminate
        self.emit = emit
        counts = Confined(Counts(missing: count, running: count), to: run)
    }

    @inlinable
    func connect<Input>(_ input: SignalProducer<Input, Failure>, to slot: Confined<Input?>) {
        let gate = Sink<Input, Failure>(
            value: { [self] value in
                if slot.state == nil { counts.state.missing -= 1 }
                slot.state = value
                if counts.state.missing == 0 { emit() }
            },
            terminate: terminate
        )
        let source = Sink<Input, Failure>(
            value: { [run] in run.send($0, to: gate) },
            terminate: { [self] termination in
                guard case .completed = termination else { return run.terminate(gate, with: termination) }
                run.post { [self] in complete(gate) }
            }
        )
        input.start(source, under: run)
    }

    @usableFromInline
    func complete<Input>(_ gate: Sink<Input, Failure>) {
        counts.state.running -= 1
        if counts.state.running == 0 { run.finish(gate, with: .completed) }
    }
}

extension SignalProducer {
    /// Creates a slot for the latest value of one input.
    @inlinable
    func emptySlot(in run: Run) -> Confined<Value?> { Confined(nil, to: run) }

    /// Returns the result of a combination without inputs.
    @inlinable
    static func sentinel<Element>(_ values: [Element]?) -> SignalProducer<[Element], Failure> {
        values.map { SignalProducer<[Element], Failure>(value: $0) } ?? .empty
    }
}

/// Returns the latest value of an input that has sent one.
@inlinable
func latestValue<Value>(in slot: Confined<Value?>) -> Value { slot.state! }

/// Returns the number of elements of a pack.
@inlinable
func count<each Element>(_ elements: repeat each Element) -> Int {
    var count = 0
    for _ in repeat each elements { count += 1 }
    return count
}
