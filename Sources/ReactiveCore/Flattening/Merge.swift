/// The strategies ``FlattenStrategy/merge``, ``FlattenStrategy/concurrent(limit:)`` and ``FlattenStrategy/concat``.
@usableFromInline
final class MergeMachine: FlattenMachine {
    /// One place among those that run.
    @usableFromInline
    struct Inner: Sendable {
        @usableFromInline let run: Run
        /// Where the run is among the others; `nil` if it has the place that is always there.
        fileprivate let token: Bag<Run>.Token?
    }

    @usableFromInline typealias Start = @Sendable (Inner) -> Void

    private struct State {
        /// Those that run: one, and the others. An inner producer at a time is the rule, and needs no collection.
        private var first: Run?
        private var others = Bag<Run>()
        /// Those from the line whose start function has not returned: when one of them ends, the caller of that function
        /// takes the next, so that a million inner producers that complete at once need no deeper stack than one.
        var starting: [Run] = []
        var waiting = Deque<Start>()
        var isOuterCompleted = false
        var isDisposed = false

        var activeCount: Int { others.count + (first == nil ? 0 : 1) }
        var isOver: Bool { isOuterCompleted && activeCount == 0 && waiting.isEmpty }

        mutating func admit(_ run: Run) -> Inner {
            guard first != nil else {
                first = run
                return Inner(run: run, token: nil)
            }
            return Inner(run: run, token: others.insert(run))
        }

        mutating func remove(_ inner: Inner) {
            if let token = inner.token {
                others.remove(using: token)
            } else if first === inner.run {
                first = nil
            }
        }

        mutating func removeAll() -> (first: Run?, others: Bag<Run>, waiting: Deque<Start>) {
            defer {
                first = nil
                others = Bag()
                waiting = Deque()
            }
            return (first, others, waiting)
        }
    }

    private let limit: Int
    private let context: StartContext
    private let state = InlineLocked(State())

    @usableFromInline
    init(limit: Int, for context: StartContext) {
        self.limit = limit
        self.context = context
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        if let inner = admit() {
            start(producer, as: inner, into: output)
        } else {
            // A place that becomes free between a failure and its delivery is of no use to anybody.
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

    /// Takes a place, if one is free and nobody waits for it.
    @usableFromInline
    func admit() -> Inner? {
        let run = Run(for: context)
        return state.withLock { state in
            guard !state.isDisposed, state.activeCount < limit, state.waiting.isEmpty else { return nil }
            return state.admit(run)
        }
    }

    /// Puts `start` in line, and starts it if a place has become free meanwhile.
    @usableFromInline
    func enqueue(_ start: @escaping Start) {
        state.withLock { if !$0.isDisposed { $0.waiting.append(start) } }
        startWaiting()
    }

    /// Starts those in line for which there is a place.
    private func startWaiting() {
        var started: Inner?
        while let (next, start) = next(after: started) {
            start(next)
            started = next
        }
    }

    private func next(after started: Inner?) -> (Inner, Start)? {
        state.withLock { state in
            if let started { state.starting.removeAll { $0 === started.run } }
            guard state.activeCount < limit, let start = state.waiting.popFirst() else { return nil }
            let inner = state.admit(Run(for: context))
            state.starting.append(inner.run)
            return (inner, start)
        }
    }

    /// Frees the place of an inner producer that has ended.
    ///
    /// - Returns: whether all is over.
    @usableFromInline
    func remove(_ inner: Inner) -> Bool {
        let (isOver, hasToStart) = state.withLock { state in
            state.remove(inner)
            return (state.isOver, !state.waiting.isEmpty && !state.starting.contains { $0 === inner.run })
        }
        if hasToStart { startWaiting() }
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
        let (first, others, waiting) = state.withLock { state in
            state.isDisposed = true
            return state.removeAll()
        }
        first?.dispose()
        for slot in others.slots { slot.element?.dispose() }
        // Released here, outside the lock: what waits may own the last reference to something that runs user code.
        _ = waiting
    }
}
