/// The strategy ``FlattenStrategy/race``.
@usableFromInline
final class RaceMachine: FlattenMachine {
    private struct State {
        var active = Bag<Run>()
        var winner: Run?
        var isOuterCompleted = false
        var isDisposed = false

        var isOver: Bool { isOuterCompleted && active.isEmpty }
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
        // Belongs to the inner producer's exclusion, so that the winner's values cost no lock.
        let hasWon = Guarded(false)
        let source = Sink<Value, InnerFailure>(
            value: { [self] value in
                if !hasWon.state { hasWon.state = claim(inner) }
                if hasWon.state { output.value(value) }
            },
            terminate: { [self] termination in
                guard claim(inner) else { return }
                switch termination {
                case .failed(let error): output.fail(error)
                case .completed: if complete() { output.complete() }
                case .interrupted: output.interrupt()
                }
            }
        )
        producer.body(source, inner)
    }

    /// Lets another producer take part, as long as nobody has won.
    @usableFromInline
    func admit() -> Run? {
        let run = Run(for: context)
        return state.withLock { state in
            guard !state.isDisposed, state.winner == nil else { return nil }
            _ = state.active.insert(run)
            return run
        }
    }

    /// Declares `inner` the winner if there is none yet, and disposes of all others.
    ///
    /// - Returns: whether `inner` is the winner.
    @usableFromInline
    func claim(_ inner: Run) -> Bool {
        let (isWinner, losers): (Bool, Bag<Run>?) = state.withLock { state in
            guard state.winner == nil, !state.isDisposed else { return (state.winner === inner, nil) }
            let contenders = state.active
            state.winner = inner
            state.active = Bag()
            _ = state.active.insert(inner)
            return (true, contenders)
        }
        for slot in losers?.slots ?? [] where slot.element !== inner { slot.element?.dispose() }
        return isWinner
    }

    /// Notes the completion of the winner.
    ///
    /// - Returns: whether all is over.
    @usableFromInline
    func complete() -> Bool {
        // What the bag held is the winner, which stays with the state.
        state.withLock { state in
            state.active = Bag()
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
        let active = state.withLock { state in
            state.isDisposed = true
            defer { state.active = Bag() }
            return state.active
        }
        for slot in active.slots { slot.element?.dispose() }
    }
}
