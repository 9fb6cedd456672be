/// The strategy ``FlattenStrategy/race``.
@usableFromInline
final class RaceMachine: FlattenMachine {
    @usableFromInline
    enum Inners: FlattenInners {
        case contending(Bag<Run>)
        case won(by: Run)
        case finished

        @usableFromInline init() { self = .contending(Bag()) }

        @usableFromInline var isEmpty: Bool {
            switch self {
            case .contending(let runs): runs.isEmpty
            case .won: false
            case .finished: true
            }
        }

        fileprivate mutating func admit(_ run: Run) -> Bool {
            guard case .contending(var runs) = self else { return false }
            self = .finished
            _ = runs.insert(run)
            self = .contending(runs)
            return true
        }

        @usableFromInline
        func dispose() {
            switch self {
            case .contending(let runs): for slot in runs.slots { slot.element?.dispose() }
            case .won(let run): run.dispose()
            case .finished: break
            }
        }
    }

    private let consumer: RunConsumer
    @usableFromInline let state = InlineLocked(FlattenState<Inners>())

    @usableFromInline
    func completeOuter() -> Bool { state.withLock { $0.completeOuter() } }

    @usableFromInline
    init(for run: Run) {
        consumer = run.consumer
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        if let events = producer.knownEvents {
            if claim(nil) { output.deliver(events, to: output.sink) }
            return
        }
        guard let inner = admit() else { return }
        // Remembered outside the lock, so that the winner's values need none.
        let hasWon = Confined(false, to: inner)
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

    /// Admits another producer until one has won.
    @usableFromInline
    func admit() -> Run? {
        let run = Run(for: consumer)
        return update { $0.admit(run) } == true ? run : nil
    }

    /// Declares `inner` the winner if there is none yet, and disposes of all others.
    ///
    /// - Parameter inner: The run of the producer, or `nil` if it needs none and ends at once.
    /// - Returns: True if `inner` is the winner.
    @usableFromInline
    func claim(_ inner: Run?) -> Bool {
        let (isWinner, losers) =
            update { inners -> (Bool, Bag<Run>?) in
                switch inners {
                case .contending(let runs):
                    inners = inner.map { .won(by: $0) } ?? .finished
                    return (true, runs)
                case .won(let winner): return (winner === inner, nil)
                case .finished: return (false, nil)
                }
            } ?? (false, nil)
        for slot in losers?.slots ?? [] where slot.element !== inner { slot.element?.dispose() }
        return isWinner
    }

    /// Notes the completion of the winner, which the caller holds.
    ///
    /// - Returns: True if the result is complete.
    @usableFromInline
    func complete() -> Bool {
        end { inners in
            inners = .finished
            return nil
        }
    }
}
