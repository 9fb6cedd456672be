/// The strategies ``FlattenStrategy/merge``, ``FlattenStrategy/concurrent(limit:)`` and ``FlattenStrategy/concat``.
@usableFromInline
final class MergeMachine: FlattenMachine {
    /// An inner producer that runs.
    @usableFromInline
    struct Inner: Sendable {
        @usableFromInline let run: Run
        /// The position among the others, or `nil` for the first.
        fileprivate let token: Bag<Run>.Token?
    }

    @usableFromInline typealias Start = @Sendable (Inner) -> Void

    @usableFromInline
    struct Inners: FlattenInners {
        /// The inner producers that run: one, and the others. Usually only one runs, which needs no collection.
        private var first: Run?
        private var others = Bag<Run>()
        /// The producers from the queue whose start function has not returned. When one of them ends, the caller of
        /// that function takes the next, so that a million inner producers that complete at once need no deeper stack
        /// than one.
        fileprivate var starting: [Run] = []
        fileprivate var waiting = Deque<Start>()

        @usableFromInline init() {}

        fileprivate var activeCount: Int { others.count + (first == nil ? 0 : 1) }
        @usableFromInline var isEmpty: Bool { activeCount == 0 && waiting.isEmpty }

        fileprivate func hasPlace(_ limit: Int) -> Bool { activeCount < limit && waiting.isEmpty }

        fileprivate mutating func admit(_ run: Run) -> Inner {
            guard first != nil else {
                first = run
                return Inner(run: run, token: nil)
            }
            return Inner(run: run, token: others.insert(run))
        }

        fileprivate mutating func remove(_ inner: Inner) {
            if let token = inner.token {
                others.remove(using: token)
            } else if first === inner.run {
                first = nil
            }
        }

        @usableFromInline
        func dispose() {
            first?.dispose()
            for slot in others.slots { slot.element?.dispose() }
        }
    }

    private let limit: Int
    private let consumer: RunConsumer
    @usableFromInline let queue: Demand?
    @usableFromInline let state = InlineLocked(FlattenState<Inners>())

    @usableFromInline
    func completeOuter() -> Bool { state.withLock { $0.completeOuter() } }

    @usableFromInline
    init(limit: Int, for run: Run) {
        self.limit = limit
        consumer = run.consumer
        queue = limit == .max ? nil : run.demandForKeeping()
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        if let events = producer.knownEvents, hasPlace {
            output.deliver(events, to: output.sink)
        } else if let inner = admit() {
            start(producer, as: inner, into: output)
        } else {
            // Do not start a producer between a failure and its delivery.
            enqueue { [self] inner in if !output.run.isStopped { start(producer, as: inner, into: output) } }
        }
    }

    @inlinable
    func start<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        as inner: Inner,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        let sink = Sink<Value, InnerFailure>(value: output.value) { [self] termination in
            switch termination {
            case .failed(let error): output.fail(error)
            case .completed, .interrupted: if remove(inner) { output.complete() }
            }
        }
        producer.body(sink, inner.run)
    }

    /// A Boolean value that indicates whether a place is free and no inner producer waits for it.
    @usableFromInline var hasPlace: Bool {
        limit == .max || update { $0.hasPlace(limit) } == true
    }

    /// Admits an inner producer if a place is free and none waits for it.
    @usableFromInline
    func admit() -> Inner? {
        let run = Run(for: consumer)
        return update { $0.hasPlace(limit) ? $0.admit(run) : nil } ?? nil
    }

    /// Queues `start`, and starts it if a place has become free meanwhile.
    @usableFromInline
    func enqueue(_ start: @escaping Start) {
        queue?.hold()
        _ = update { $0.waiting.append(start) }
        startWaiting()
    }

    /// Starts queued producers while there are free places.
    private func startWaiting() {
        var started: Inner?
        while let (next, start) = next(after: started) {
            start(next)
            started = next
            queue?.release()
        }
    }

    private func next(after started: Inner?) -> (Inner, Start)? {
        update { inners in
            if let started { inners.starting.removeAll { $0 === started.run } }
            guard inners.activeCount < limit, let start = inners.waiting.popFirst() else { return nil }
            let inner = inners.admit(Run(for: consumer))
            inners.starting.append(inner.run)
            return (inner, start)
        } ?? nil
    }

    /// Frees the place of an inner producer that has ended.
    ///
    /// - Returns: True if the result is complete.
    @usableFromInline
    func remove(_ inner: Inner) -> Bool {
        let (isOver, hasToStart) = state.withLock { state in
            let hasToStart = state.update { inners in
                inners.remove(inner)
                return !inners.waiting.isEmpty && !inners.starting.contains { $0 === inner.run }
            }
            return (state.isOver, hasToStart == true)
        }
        if hasToStart { startWaiting() }
        return isOver
    }
}
