/// A closure that is taken at most once, whoever asks for it.
///
/// It travels inside a struct: a closure that is itself the type argument of a lock would be wrapped anew, in an
/// allocation of its own, at each way in and out.
struct OnceClosure: ~Copyable, Sendable {
    struct State: Sendable {
        var action: (@Sendable () -> Void)?
        var disposable: (any Disposable)?
    }

    private let state: InlineLocked<State>

    init(_ action: (@Sendable () -> Void)?) {
        state = InlineLocked(State(action: action))
    }

    init(disposingOf disposable: any Disposable) {
        state = InlineLocked(State(action: { disposable.dispose() }, disposable: disposable))
    }

    /// What the action disposes of, until it is taken.
    var disposable: (any Disposable)? { state.withLock { $0.disposable } }

    var isSpent: Bool { state.withLock { $0.action == nil } }

    /// Takes the closure to run it, outside any lock; `nil` if it was taken before.
    func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state = State() }
            return state
        }.action
    }
}
