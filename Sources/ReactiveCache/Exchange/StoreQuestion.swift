import ReactiveNetworking

/// An operation of a store that somebody waits for. The first end counts.
final class StoreQuestion<Value: Sendable>: Disposable {
    private struct State: Sendable {
        var receive: (@Sendable (Result<Value, CacheStoreError>) -> Void)?
        var value: Value?
        var work: [any Disposable] = []
        var isStarting = true
        /// A Boolean value that indicates whether the answer is there, and waits for a thread that delivers it.
        var hasAnswer = false
    }

    private let state: InlineLocked<State>

    init(_ receive: @escaping @Sendable (Result<Value, CacheStoreError>) -> Void) {
        state = InlineLocked(State(receive: receive))
    }

    var isDisposed: Bool { state.withLock { $0.receive == nil } }

    func keep(_ work: (any Disposable)?) {
        guard let work else { return }
        let isOver = state.withLock { state in
            if state.receive != nil { state.work.append(work) }
            return state.receive == nil
        }
        if isOver { work.dispose() }
    }

    /// A Boolean value that indicates whether the start of the operation has not returned, so that its events arrive on
    /// the thread that asks.
    var isStarting: Bool { state.withLock { $0.isStarting } }

    var hasAnswer: Bool { state.withLock { $0.hasAnswer } }

    func noteAnswer() { state.withLock { $0.hasAnswer = true } }

    func hasStarted() { state.withLock { $0.isStarting = false } }

    func note(_ value: Value) { state.withLock { $0.value = value } }

    /// Ends the wait with an error, or with the value that came.
    func end(_ error: CacheStoreError?) {
        let before = take()
        guard let receive = before.receive else { return }
        for work in before.work { work.dispose() }
        if let error {
            receive(.failure(error))
        } else if let value = before.value {
            receive(.success(value))
        } else {
            receive(.failure(CacheStoreError(.other, detail: "the store sent no value")))
        }
    }

    func dispose() {
        let before = take()
        for work in before.work { work.dispose() }
    }

    private func take() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
