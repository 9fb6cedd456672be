/// Holds one disposable at a time, and disposes of the old one when a new one comes.
public final class SerialDisposable: Disposable {
    private struct State {
        var inner: (any Disposable)?
        var isDisposed = false
    }

    private let state: InlineLocked<State>

    /// Starts with `inner`.
    public init(_ inner: (any Disposable)? = nil) {
        state = InlineLocked(State(inner: inner))
    }

    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The disposable that is held. Setting one disposes of the one before; setting one after the end disposes of it.
    public var inner: (any Disposable)? {
        get { state.withLock { $0.inner } }
        set {
            let stale: (any Disposable)? = state.withLock { state in
                guard !state.isDisposed else { return newValue }
                defer { state.inner = newValue }
                return state.inner
            }
            stale?.dispose()
        }
    }

    public func dispose() {
        let stale: (any Disposable)? = state.withLock { state in
            state.isDisposed = true
            defer { state.inner = nil }
            return state.inner
        }
        stale?.dispose()
    }
}
