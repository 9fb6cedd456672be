/// The inner producers of one start, as a strategy keeps them.
@usableFromInline
protocol FlattenInners: Sendable {
    /// Creates an empty set of inner producers.
    init()

    /// A Boolean value that indicates whether no inner producer runs or waits.
    var isEmpty: Bool { get }

    /// Disposes of the inner producers that run.
    func dispose()
}

/// The stage of a strategy, with its inner producers. They lie beside the stage, so that a change moves none of them.
@usableFromInline
struct FlattenState<Inners: FlattenInners>: Sendable {
    private enum Stage {
        /// The outer stream has not ended.
        case running
        /// The outer stream has completed; its last inner producers may still run.
        case outerCompleted
        /// Nothing runs, and nothing is admitted any more.
        case disposed
    }

    private var stage = Stage.running
    private var inners = Inners()

    init() {}

    var isDisposed: Bool { stage == .disposed }

    /// A Boolean value that indicates whether the result is complete.
    var isOver: Bool { stage == .outerCompleted && inners.isEmpty }

    /// Changes the inner producers in place.
    ///
    /// - Returns: The result of `body`, or `nil` after disposal.
    mutating func update<Result>(_ body: (inout Inners) -> Result) -> Result? {
        isDisposed ? nil : body(&inners)
    }

    /// - Returns: True if the result is complete.
    mutating func completeOuter() -> Bool {
        if stage == .running { stage = .outerCompleted }
        return isOver
    }

    /// - Returns: The inner producers, for the caller to dispose of.
    mutating func dispose() -> Inners {
        stage = .disposed
        defer { inners = Inners() }
        return inners
    }
}

/// A strategy at work in one start. It decides which inner producers run.
///
/// A machine decides under its own lock and acts outside it. It holds no lock while an inner producer starts, because
/// the producer may send any number of events.
@usableFromInline
protocol FlattenMachine: Disposable {
    associatedtype Inners: FlattenInners

    var state: InlineLocked<FlattenState<Inners>> { get }

    /// The demand for the outer stream, if inner producers may have to wait and the consumer does not take everything.
    var queue: Demand? { get }

    /// Takes the next inner producer. The outer stream calls this function, one call at a time, and does not complete
    /// during a call. Therefore, known events are delivered without a run of their own: meanwhile, nothing else can
    /// take the place of their producer, and the result cannot complete.
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    )

    /// Notes the completion of the outer stream. Each machine has a function of its own, because the call comes from
    /// another module, in which a generic one would look up its types at run time.
    ///
    /// - Returns: True if the result is complete.
    func completeOuter() -> Bool
}

extension FlattenMachine {
    @usableFromInline var queue: Demand? { nil }

    /// Changes the inner producers.
    ///
    /// - Returns: The result of `body`, or `nil` after disposal.
    func update<Result: Sendable>(_ body: (inout Inners) -> Result) -> Result? {
        state.withLock { $0.update(body) }
    }

    /// Notes the end of the inner producer that `body` removes, which is released outside the lock.
    ///
    /// - Returns: True if the result is complete.
    func end(_ body: (inout Inners) -> Run?) -> Bool {
        state.withLock { state in
            let ended = state.update(body)
            return (isOver: state.isOver, ended)
        }.isOver
    }

    @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Disposes of the inner producers, outside the lock: they may own the last reference to something that runs user
    /// code.
    @usableFromInline
    func dispose() {
        state.withLock { $0.dispose() }.dispose()
    }
}

/// At most one inner producer.
@usableFromInline
struct SingleInner: FlattenInners {
    private(set) var current: Run?
    /// The number of inner producers so far.
    private(set) var count: UInt64 = 0

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { current == nil }

    /// Replaces the current inner producer, which is returned so that it can be disposed of outside the lock.
    mutating func replace(by run: Run?) -> Run? {
        defer { current = run }
        count += 1
        return current
    }

    /// Removes the current inner producer, which is returned so that it is released outside the lock.
    mutating func remove() -> Run? {
        defer { current = nil }
        return current
    }

    @usableFromInline
    func dispose() { current?.dispose() }
}

/// The destination of the events of all inner producers of one start. The downstream run serializes them.
@usableFromInline
final class FlattenOutput<Value: Sendable, InnerFailure: Error, Failure: Error>: Sendable {
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let run: Run
    @usableFromInline let promote: @Sendable (InnerFailure) -> Failure
    /// Forwards a value. All inner producers share this closure.
    @usableFromInline let value: @Sendable (Value) -> Void

    @inlinable
    init(_ sink: Sink<Value, Failure>, run: Run, promote: @escaping @Sendable (InnerFailure) -> Failure) {
        self.sink = sink
        self.run = run
        self.promote = promote
        value = { run.send($0, to: sink) }
    }

    /// Delivers the events of an inner producer that need no start. Its values go to `sink`.
    @inlinable
    func deliver(_ events: SignalProducer<Value, InnerFailure>.KnownEvents, to sink: Sink<Value, Failure>) {
        switch events {
        case .value(let value): run.send(value, to: sink)
        case .failed(let error): fail(error)
        case .completed: break
        }
    }

    @inlinable
    func fail(_ error: InnerFailure) { run.terminate(sink, with: .failed(promote(error))) }

    @inlinable
    func complete() { run.terminate(sink, with: .completed) }

    @inlinable
    func interrupt() { run.terminate(sink, with: .interrupted) }
}

extension SignalProducer {
    /// Starts this producer as an input of the operator that runs as `parent`. The start ends with its parent.
    @inlinable
    func start(_ sink: Sink<Value, Failure>, under parent: Run, with demand: Demand? = nil) {
        let child = Run(feeding: parent, with: demand)
        parent.adopt(child)
        body(sink, child)
    }

    /// Implements all forms of `flatten` and `flatMap`. `outer` and `inner` convert failures to the failure of the
    /// result.
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
            case .merge(let limit): feed(MergeMachine(limit: limit, for: run), output, outer, transform)
            case .latest: feed(LatestMachine(for: run), output, outer, transform)
            case .race: feed(RaceMachine(for: run), output, outer, transform)
            case .throttle: feed(ThrottleMachine(for: run), output, outer, transform)
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
        start(source, under: output.run, with: machine.queue)
    }
}

extension Never {
    /// Converts the failure of a stream that cannot fail to any failure type. It is never called.
    @inlinable
    static func promoted<Failure: Error>(_ never: Never) -> Failure {
        never
    }
}
