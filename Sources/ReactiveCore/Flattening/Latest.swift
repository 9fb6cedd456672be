/// The strategy ``FlattenStrategy/latest``.
@usableFromInline
final class LatestMachine: FlattenMachine {
    private struct State {
        var current: Run?
        var isOuterCompleted = false
        var isDisposed = false

        var isOver: Bool { isOuterCompleted && current == nil }
    }

    private let context: StartContext
    private let state = InlineLocked(State())
    /// The number of the inner producer whose value was delivered last; belongs to the downstream exclusion.
    @usableFromInline let delivered = Guarded<UInt64>(0)
    /// The number of inner producers so far; belongs to the outer stream's exclusion.
    @usableFromInline let received = Guarded<UInt64>(0)

    @usableFromInline
    init(for context: StartContext) {
        self.context = context
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        guard let inner = replace() else { return }
        received.state += 1
        let (number, delivered, sink) = (received.state, delivered, output.sink)
        // A value of a replaced producer may be on its way on another thread: it must not follow one of its successor's.
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

    /// Disposes of the inner run there is, and puts a new one in its place.
    @usableFromInline
    func replace() -> Run? {
        let run = Run(for: context)
        let (isDisposed, stale): (Bool, Run?) = state.withLock { state in
            guard !state.isDisposed else { return (true, nil) }
            defer { state.current = run }
            return (false, state.current)
        }
        stale?.dispose()
        return isDisposed ? nil : run
    }

    @usableFromInline
    func isCurrent(_ inner: Run) -> Bool {
        state.withLock { $0.current === inner }
    }

    /// Notes the end of an inner producer; that of a replaced one means nothing.
    ///
    /// - Returns: whether all is over.
    @usableFromInline
    func remove(_ inner: Run) -> Bool {
        state.withLock { state in
            guard state.current === inner else { return false }
            state.current = nil
            return state.isOver
        }
    }

    @usableFromInline
    func completeOuter() -> Bool {
        state.withLock { state in
            state.isOuterCompleted = true
            return state.isOver
        }
    }

    @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

    @usableFromInline
    func dispose() {
        let current: Run? = state.withLock { state in
            state.isDisposed = true
            defer { state.current = nil }
            return state.current
        }
        current?.dispose()
    }
}
