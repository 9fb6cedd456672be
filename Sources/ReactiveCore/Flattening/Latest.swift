/// The strategy ``FlattenStrategy/latest``.
@usableFromInline
final class LatestMachine: FlattenMachine {
    @usableFromInline let consumer: RunConsumer
    @usableFromInline let state = InlineLocked(FlattenState<SingleInner>())
    /// The number of the inner producer whose value was delivered last.
    @usableFromInline let delivered: Confined<UInt64>

    @usableFromInline
    func completeOuter() -> Bool { state.withLock { $0.completeOuter() } }

    @usableFromInline
    init(for run: Run) {
        consumer = run.consumer
        delivered = Confined(0, to: run)
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        if let events = producer.knownEvents {
            if let number = replace(by: nil) { output.deliver(events, to: gate(number, output.sink)) }
            return
        }
        let inner = Run(for: consumer)
        guard let number = replace(by: inner) else { return }
        let gate = gate(number, output.sink)
        let source = Sink<Value, InnerFailure>(
            value: { output.run.send($0, to: gate) },
            terminate: { [self] termination in
                switch termination {
                case .failed(let error): if isCurrent(inner) { output.fail(error) }
                case .completed, .interrupted: if remove(inner) { output.complete() }
                }
            }
        )
        producer.body(source, inner)
    }

    /// Another thread may be delivering a value of a replaced producer: it must not follow a value of the successor.
    @inlinable
    func gate<Value, Failure>(_ number: UInt64, _ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
        Sink(
            value: { [delivered] in
                guard delivered.state <= number else { return }
                delivered.state = number
                sink.value($0)
            },
            terminate: sink.terminate
        )
    }

    /// Disposes of the current inner run, and puts another one, or none, in its place.
    ///
    /// - Returns: The number of the inner producer, or `nil` after disposal.
    @usableFromInline
    func replace(by run: Run?) -> UInt64? {
        let change = update { (stale: $0.replace(by: run), number: $0.count) }
        change?.stale?.dispose()
        return change?.number
    }

    @usableFromInline
    func isCurrent(_ inner: Run) -> Bool {
        update { $0.current === inner } ?? false
    }

    /// Notes the end of an inner producer. The end of a replaced producer has no effect.
    ///
    /// - Returns: True if the result is complete.
    @usableFromInline
    func remove(_ inner: Run) -> Bool {
        end { $0.current === inner ? $0.remove() : nil }
    }
}
