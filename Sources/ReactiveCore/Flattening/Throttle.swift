/// The strategy ``FlattenStrategy/throttle``.
@usableFromInline
final class ThrottleMachine: FlattenMachine {
    private struct State {
        var current: Run?
        var isOuterCompleted = false
        var isDisposed = false

        var isOver: Bool { isOuterCompleted && current == nil }
    }

    private let context: StartContext
    private let state = InlineLocked(State())

    @usableFromInline
    init(for context: StartContext) {
        self.context = context
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        guard let inner = admit() else { return }
        let source = Sink<Value, InnerFailure>(value: output.value) { [self] termination in
            switch termination {
            case .failed(let error): output.fail(error)
            case .completed: if complete() { output.complete() }
            case .interrupted: output.interrupt()
            }
        }
        producer.body(source, inner)
    }

    /// Lets a producer in, if none runs.
    @usableFromInline
    func admit() -> Run? {
        let run = Run(for: context)
        return state.withLock { state in
            guard !state.isDisposed, state.current == nil else { return nil }
            state.current = run
            return run
        }
    }

    /// Notes the completion of the producer that runs.
    ///
    /// - Returns: whether all is over.
    @usableFromInline
    func complete() -> Bool {
        let (isOver, _) = state.withLock { state in
            let ended = state.current
            state.current = nil
            // Released outside the lock: it may own the last reference to something that runs user code.
            return (state.isOver, ended)
        }
        return isOver
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
