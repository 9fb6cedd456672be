/// The strategy ``FlattenStrategy/throttle``.
@usableFromInline
final class ThrottleMachine: FlattenMachine {
    private let consumer: RunConsumer
    @usableFromInline let state = InlineLocked(FlattenState<SingleInner>())

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
            if isIdle { output.deliver(events, to: output.sink) }
            return
        }
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

    /// A Boolean value that indicates whether no inner producer runs.
    @usableFromInline var isIdle: Bool { update { $0.isEmpty } == true }

    /// Admits a producer if none runs.
    @usableFromInline
    func admit() -> Run? {
        let run = Run(for: consumer)
        let isAdmitted = update { $0.isEmpty && $0.replace(by: run) == nil }
        return isAdmitted == true ? run : nil
    }

    /// Notes the completion of the current inner producer.
    ///
    /// - Returns: True if the result is complete.
    @usableFromInline
    func complete() -> Bool {
        end { $0.remove() }
    }
}
