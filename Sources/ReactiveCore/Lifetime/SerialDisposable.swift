/// A disposable that holds one disposable at a time and disposes of the previous one when it is replaced.
public final class SerialDisposable: Disposable {
    private struct State {
        var inner: (any Disposable)?
        var isDisposed = false
    }

    private let state: InlineLocked<State>

    /// Creates a serial disposable.
    ///
    /// - Parameter inner: The first disposable to hold, if any.
    public init(_ inner: (any Disposable)? = nil) {
        state = InlineLocked(State(inner: inner))
    }

    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The disposable that is currently held.
    ///
    /// Setting a new one disposes of the previous one. After the serial disposable was disposed of, a new one is
    /// disposed of immediately.
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
