extension SignalProducer {
    /// Combines the latest values of all inputs: one tuple for each value, as soon as each input has sent one (R22).
    ///
    /// The inputs are started in the order they are written. Completes when all of them have; a failure or an interruption
    /// of one of them ends all at once.
    ///
    /// ```
    /// a               ──1─────2─────────|
    /// b               ─────x─────y──|
    /// combineLatest   ─────1x─2x─2y─────|
    /// ```
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<each Input>(
        _ inputs: repeat SignalProducer<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        latest(of: repeat each inputs)
    }

    /// The same for two producers.
    @inlinable
    public static func combineLatest<Second>(
        _ first: SignalProducer,
        _ second: SignalProducer<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        first.combineLatest(with: second)
    }

    /// The same for anything that stands for a producer: two signals, two properties, or one of each.
    @inlinable
    public static func combineLatest<Second>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        first.producer.combineLatest(with: second.producer)
    }

    /// The same for anything that stands for a producer: signals, properties, or some of each.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<each Input>(
        _ inputs: repeat any SignalProducerConvertible<each Input, Failure>
    ) -> SignalProducer where Value == (repeat each Input) {
        latest(of: repeat (each inputs).producer)
    }

    /// Combines the latest values of this producer and `other`; see `combineLatest(_:_:_:)`.
    @inlinable
    public func combineLatest<Other>(
        with other: SignalProducer<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        // Two inputs are the rule, and without parameter packs the compiler specialises all of this for their types.
        SignalProducer<(Value, Other), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (left, right) = (emptySlot(), other.emptySlot())
            let join = CombineJoin(run, terminate: sink.terminate, count: 2) {
                sink.value((latestValue(in: left), latestValue(in: right)))
            }
            join.connect(self, to: left)
            join.connect(other, to: right)
        }
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other>(
        with other: some SignalProducerConvertible<Other, Failure>
    ) -> SignalProducer<(Value, Other), Failure> {
        combineLatest(with: other.producer)
    }

    /// Combines the latest values of all elements of a sequence, in the order of the sequence.
    ///
    /// - Parameters:
    ///   - inputs: what to combine, started in order.
    ///   - emptySentinel: what to send before completing if the sequence is empty; nothing by default.
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
            let slots = inputs.map { $0.emptySlot() }
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
            let slots = (repeat (each inputs).emptySlot())
            let join = CombineJoin(run, terminate: sink.terminate, count: count(repeat each inputs)) {
                sink.value((repeat latestValue(in: each slots)))
            }
            repeat join.connect(each inputs, to: each slots)
        }
    }
}

extension Signal {
    /// See `combineLatest(_:_:_:)`.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<each Input>(
        _ inputs: repeat Signal<each Input, Failure>
    ) -> Signal where Value == (repeat each Input) {
        Signal(starting: .latest(of: repeat (each inputs).producer))
    }

    /// The same for two signals.
    @inlinable
    public static func combineLatest<Second>(
        _ first: Signal,
        _ second: Signal<Second, Failure>
    ) -> Signal<(Value, Second), Failure> {
        first.combineLatest(with: second)
    }

    /// The same for three signals.
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: Signal,
        _ second: Signal<Second, Failure>,
        _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        Signal<(Value, Second, Third), Failure>(starting: .latest(of: first.producer, second.producer, third.producer))
    }

    /// See ``SignalProducer/combineLatest(_:emptySentinel:)``. A signal that has completed if there are no inputs.
    @inlinable
    public static func combineLatest(_ inputs: some Sequence<Signal>) -> Signal<[Value], Failure> {
        Signal<[Value], Failure>(starting: SignalProducer.combineLatest(inputs))
    }

    /// See ``SignalProducer/combineLatest(with:)-(SignalProducer<Other,Failure>)``.
    @inlinable
    public func combineLatest<Other>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(starting: producer.combineLatest(with: other.producer))
    }
}

/// One start of `combineLatest`. The latest values are in slots of their own, one for each input, and belong to the
/// exclusion of the run like everything else here.
@usableFromInline
final class CombineJoin<Failure: Error>: Sendable {
    /// Belongs to the exclusion of the run.
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
    @usableFromInline let counts: Guarded<Counts>

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
        counts = Guarded(Counts(missing: count, running: count))
    }

    @inlinable
    func connect<Input>(_ input: SignalProducer<Input, Failure>, to slot: Guarded<Input?>) {
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
    /// A place for the latest value of one input.
    @inlinable
    func emptySlot() -> Guarded<Value?> { Guarded(nil) }

    /// What a combination of nothing sends.
    @inlinable
    static func sentinel<Element>(_ values: [Element]?) -> SignalProducer<[Element], Failure> {
        values.map { SignalProducer<[Element], Failure>(value: $0) } ?? .empty
    }
}

/// The value of an input that has sent one.
@inlinable
func latestValue<Value>(in slot: Guarded<Value?>) -> Value { slot.state! }

/// The number of elements of a pack.
@inlinable
func count<each Element>(_ elements: repeat each Element) -> Int {
    var count = 0
    for _ in repeat each elements { count += 1 }
    return count
}
