/// The strategies ``FlattenStrategy/merge``, ``FlattenStrategy/concurrent(limit:)`` and ``FlattenStrategy/concat``.
@usableFromInline
final class MergeMachine: FlattenMachine {
    /// One place among those that run.
    @usableFromInline
    struct Inner: Sendable {
        @usableFromInline let run: Run
        @usableFromInline let token: Bag<Run>.Token
    }

    @usableFromInline typealias Start = @Sendable (Inner) -> Void

    private struct State {
        var active = Bag<Run>()
        /// Those whose start function has not returned: when one of them ends, the caller of that function takes the
        /// next in line, so that a million inner producers that complete at once need no deeper stack than one.
        var starting: [Bag<Run>.Token] = []
        var waiting = Deque<Start>()
        var isOuterCompleted = false
        var isDisposed = false

        var isOver: Bool { isOuterCompleted && active.isEmpty && waiting.isEmpty }

        mutating func admit(_ run: Run, limit: Int) -> Inner {
            let inner = Inner(run: run, token: active.insert(run))
            if limit != .max { starting.append(inner.token) }
            return inner
        }
    }

    @usableFromInline let limit: Int
    private let state = Locked(State())

    @usableFromInline
    init(limit: Int) {
        self.limit = limit
    }

    @inlinable
    func receive<Value, InnerFailure, Failure>(
        _ producer: SignalProducer<Value, InnerFailure>,
        into output: FlattenOutput<Value, InnerFailure, Failure>
    ) {
        if let inner = admit() {
            start(producer, as: inner, into: output)
            if limit != .max { startWaiting(after: inner) }
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
        let run = Run()
        return state.withLock { state in
            guard !state.isDisposed, state.active.count < limit, state.waiting.isEmpty else { return nil }
            return state.admit(run, limit: limit)
        }
    }

    /// Puts `start` in line, and starts it if a place has become free meanwhile.
    @usableFromInline
    func enqueue(_ start: @escaping Start) {
        state.withLock { if !$0.isDisposed { $0.waiting.append(start) } }
        startWaiting(after: nil)
    }

    /// Starts those in line for which there is a place.
    ///
    /// - Parameter inner: the one whose start function has just returned.
    @usableFromInline
    func startWaiting(after inner: Inner?) {
        var started = inner
        while let (next, start) = next(after: started) {
            start(next)
            started = next
        }
    }

    private func next(after started: Inner?) -> (Inner, Start)? {
        state.withLock { state in
            if let started { state.starting.removeAll { $0 == started.token } }
            guard state.active.count < limit, let start = state.waiting.popFirst() else { return nil }
            return (state.admit(Run(), limit: limit), start)
        }
    }

    /// Frees the place of an inner producer that has ended.
    ///
    /// - Returns: whether all is over.
    @usableFromInline
    func remove(_ inner: Inner) -> Bool {
        let (isOver, hasToStart) = state.withLock { state in
            state.active.remove(using: inner.token)
            return (state.isOver, !state.waiting.isEmpty && !state.starting.contains(inner.token))
        }
        if hasToStart { startWaiting(after: nil) }
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
        let (active, waiting) = state.withLock { state in
            defer {
                state.active = Bag()
                state.waiting = Deque()
            }
            state.isDisposed = true
            return (state.active, state.waiting)
        }
        for case let run? in active.slots { run.dispose() }
        // Released here, outside the lock: what waits may own the last reference to something that runs user code.
        _ = waiting
    }
}
