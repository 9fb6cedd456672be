/// A closure that can be taken at most once.
///
/// The lock protects a struct that contains the closure: a closure as the lock's own type argument would be wrapped in
/// a new allocation at every access.
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

    /// The object that the action disposes of, until the action is taken.
    var disposable: (any Disposable)? { state.withLock { $0.disposable } }

    var isSpent: Bool { state.withLock { $0.action == nil } }

    /// Returns the closure for the caller to run outside any lock, or `nil` if it was taken before.
    func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state = State() }
            return state
        }.action
    }
}
