/// One strategy at work in one start: which inner producers run, and when all is over.
///
/// Decides under its own lock and acts outside it; nothing is held while an inner producer starts, because that may send
/// any number of events. Disposing of it disposes of the inner runs.
@usableFromInline
protocol FlattenMachine: Disposable {
    /// Takes the next inner producer. Called by the outer stream, one at a time.
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    )

    /// Notes the end of the outer stream.
    ///
    /// - Returns: whether all is over.
    func completeOuter() -> Bool
}

/// Where all inner producers of one start put their events. The downstream run serialises them.
@usableFromInline
final class FlattenOutput<Value: Sendable, InnerFailure: Error, Failure: Error>: Sendable {
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let run: Run
    @usableFromInline let promote: @Sendable (InnerFailure) -> Failure
    /// Passes a value on; one closure for all inner producers.
    @usableFromInline let value: @Sendable (Value) -> Void

    @inlinable
    init(_ sink: Sink<Value, Failure>, run: Run, promote: @escaping @Sendable (InnerFailure) -> Failure) {
        self.sink = sink
        self.run = run
        self.promote = promote
        value = { run.send($0, to: sink) }
    }

    @inlinable
    func fail(_ error: InnerFailure) { run.terminate(sink, with: .failed(promote(error))) }

    @inlinable
    func complete() { run.terminate(sink, with: .completed) }

    @inlinable
    func interrupt() { run.terminate(sink, with: .interrupted) }
}

extension SignalProducer {
    /// Starts this producer as one input of an operator whose own run is `parent`; it ends with its parent.
    @inlinable
    func start(_ sink: Sink<Value, Failure>, under parent: Run) {
        let child = Run(feeding: parent)
        parent.adopt(child)
        body(sink, child)
    }

    /// What all forms of `flatten` and `flatMap` come down to. `outer` and `inner` lift failures to that of the result.
    @inlinable
    func flattening<New, InnerFailure, NewFailure>(
        _ strategy: FlattenStrategy,
        outer: @escaping @Sendable (Failure) -> NewFailure,
        inner: @escaping @Sendable (InnerFailure) -> NewFailure,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, InnerFailure>
    ) -> SignalProducer<New, NewFailure> {
        SignalProducer<New, NewFailure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let output = FlattenOutput(sink, run: run, promote: inner)
            switch strategy.kind {
            case .merge(let limit): feed(MergeMachine(limit: limit, for: run.context), output, outer, transform)
            case .latest: feed(LatestMachine(for: run.context), output, outer, transform)
            case .race: feed(RaceMachine(for: run.context), output, outer, transform)
            case .throttle: feed(ThrottleMachine(for: run.context), output, outer, transform)
            }
        }
    }

    @inlinable
    func feed<New, InnerFailure, NewFailure>(
        _ machine: some FlattenMachine,
        _ output: FlattenOutput<New, InnerFailure, NewFailure>,
        _ outer: @escaping @Sendable (Failure) -> NewFailure,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, InnerFailure>
    ) {
        output.run.adopt(machine)
        let source = Sink<Value, Failure>(
            value: { if !output.run.isStopped { machine.receive(transform($0), into: output) } },
            terminate: { termination in
                switch termination {
                case .failed(let error): output.run.terminate(output.sink, with: .failed(outer(error)))
                case .completed: if machine.completeOuter() { output.complete() }
                case .interrupted: output.interrupt()
                }
            }
        )
        start(source, under: output.run)
    }
}

extension Never {
    /// The failure of a stream that cannot fail, as any other failure: what never happens can be of every type.
    @inlinable
    static func promoted<Failure: Error>(_ never: Never) -> Failure {
        never
    }
}
