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

extension CacheCore {
    /// Starts an operation of the store that a caller waits for. Its result arrives once, at the latest after
    /// ``storeLimit``.
    ///
    /// - Parameters:
    ///   - producer: The operation.
    ///   - isVital: Whether the store is asked even if it did not answer a short time ago, because the network cannot
    ///     answer in its place.
    ///   - receive: Receives the result.
    /// - Returns: What cancels the wait.
    @discardableResult
    func ask<Value: Sendable>(
        _ producer: SignalProducer<Value, CacheStoreError>,
        isVital: Bool = false,
        _ receive: @escaping @Sendable (Result<Value, CacheStoreError>) -> Void
    ) -> any Disposable {
        let question = StoreQuestion(receive)
        guard isVital || answers else {
            question.end(CacheStoreError(.unavailable, detail: "no answer a short time ago"))
            return question
        }
        question.keep(
            producer.start { event in
                switch event {
                case .value(let value): question.note(value)
                case .completed: self.end(question, nil)
                case .failed(let error): self.end(question, error)
                case .interrupted: self.end(question, CacheStoreError(.unavailable, detail: "the store gave up"))
                }
            }
        )
        limit(question)
        return question
    }

    /// Starts an operation of the store that has no value.
    func ask(
        _ producer: SignalProducer<Never, CacheStoreError>,
        _ receive: @escaping @Sendable (Result<Void, CacheStoreError>) -> Void
    ) { ask(producer.then(SignalProducer(value: ())), receive) }

    /// Delivers the result of an operation: at once if its start has not returned, and otherwise on another thread than
    /// the store's.
    private func end<Value>(_ question: StoreQuestion<Value>, _ error: CacheStoreError?) {
        question.noteAnswer()
        if question.isStarting { question.end(error) } else { deliver { question.end(error) } }
    }

    private func limit<Value>(_ question: StoreQuestion<Value>) {
        question.hasStarted()
        guard !question.isDisposed else { return }
        question.keep(
            storeClock.schedule(after: Self.storeLimit) { [self] in
                guard !question.isDisposed, !question.hasAnswer else { return }
                let end = storeClock.now.advanced(by: Self.storeSilence)
                silence.withLock { $0 = end }
                question.end(CacheStoreError(.unavailable, detail: "no answer in time"))
            }
        )
    }

    /// A Boolean value that indicates whether the store is asked.
    private var answers: Bool {
        guard silence.withLock({ $0 != nil }) else { return true }
        let now = storeClock.now
        return silence.withLock { silence in
            if let end = silence, end <= now { silence = nil }
            return silence == nil
        }
    }
}
