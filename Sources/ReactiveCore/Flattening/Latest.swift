/// The strategy ``FlattenStrategy/latest``.
@usableFromInline
final class LatestMachine: FlattenMachine {
    private let context: StartContext
    @usableFromInline let state = InlineLocked(FlattenState<SingleInner>())
    /// The number of the inner producer whose value was delivered last.
    @usableFromInline let delivered: Confined<UInt64>

    @usableFromInline
    func completeOuter() -> Bool { state.withLock { $0.completeOuter() } }

    @usableFromInline
    init(for run: Run) {
        context = run.context
        delivered = Confined(0, to: run)
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        guard let (inner, number) = replace() else { return }
        let (delivered, sink) = (delivered, output.sink)
        // Another thread may be delivering a value of a replaced producer: it must not follow a value of the successor.
        let gate = Sink<Value, Failure>(
            value: {
                guard delivered.state <= number else { return }
                delivered.state = number
                sink.value($0)
            },
            terminate: sink.terminate
        )
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

    /// Disposes of the current inner run, and puts a new one in its place.
    @usableFromInline
    func replace() -> (Run, number: UInt64)? {
        let run = Run(for: context)
        let change = update { (stale: $0.replace(by: run), number: $0.count) }
        change?.stale?.dispose()
        return change.map { (run, $0.number) }
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
