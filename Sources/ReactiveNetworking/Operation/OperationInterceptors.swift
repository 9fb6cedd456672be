/// The interceptors of one operation.
final class OperationInterceptors: Sendable {
    typealias Decider = @Sendable (Hooks.Attempt) -> SignalProducer<Hooks.Decision, HookError>

    /// The received part of the response of the current attempt.
    private struct Response: Sendable {
        var head: ResponseHead?
        var body: Data?
    }

    private let deciders = Locked<[Identity: Decider]>([:])
    private let response = Locked(Response())

    /// Creates the interceptors of `hooks`.
    init(_ hooks: Hooks?) {
        _ = deciders(of: hooks)
    }

    /// Returns the interceptors of `hooks`, those of earlier attempts with their state.
    private func deciders(of hooks: Hooks?) -> [Decider] {
        (hooks?.interceptors ?? []).map { identity, make in
            if let decider = deciders.withLock({ $0[identity] }) { return decider }
            let decider = make()
            deciders.withLock { $0[identity] = decider }
            return decider
        }
    }

    func note(_ head: ResponseHead) { response.withLock { $0.head = head } }

    func note(_ body: Data) { response.withLock { $0.body = body } }

    func beginAttempt() { response.withLock { $0 = Response() } }

    /// Produces exactly one decision on an attempt that has ended.
    func decision(
        on error: Network.OperationError?,
        of operation: Operation
    ) -> SignalProducer<Hooks.Decision, HookError> {
        let response = response.withLock { $0 }
        let attempt = Hooks.Attempt(
            request: operation.context.request,
            number: operation.progress { $0.attempts },
            response: response.head,
            body: response.body,
            error: error
        )
        return deciders(of: operation.context.hooks).reduce(SignalProducer(value: .proceed)) { before, decide in
            before.flatMap(.concat) { decision in
                guard decision == .proceed else { return SignalProducer(value: decision) }
                return decide(attempt).take(first: 1).reduce(.proceed) { $1 }
            }
        }
    }
}
