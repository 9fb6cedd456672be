// Written by .ci/swift-5-forms.

import ReactiveCore

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observe(_ action: @escaping (Event) -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observe(core: (), { action($0) })
    }

    func observe(core: Void, _ action: @escaping @Sendable (Event) -> Void) -> (any Disposable)? {
        return observe(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeResult(_ action: @escaping (Result<Value, Failure>) -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeResult(core: (), { action($0) })
    }

    func observeResult(core: Void, _ action: @escaping @Sendable (Result<Value, Failure>) -> Void) -> (any Disposable)?
    {
        return observeResult(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeCompleted(_ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeCompleted(core: (), { action() })
    }

    func observeCompleted(core: Void, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        return observeCompleted(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeFailed(_ action: @escaping (Failure) -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeFailed(core: (), { action($0) })
    }

    func observeFailed(core: Void, _ action: @escaping @Sendable (Failure) -> Void) -> (any Disposable)? {
        return observeFailed(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeInterrupted(_ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeInterrupted(core: (), { action() })
    }

    func observeInterrupted(core: Void, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        return observeInterrupted(action)
    }
}

extension Signal where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func observeValues(_ action: @escaping (Value) -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeValues(core: (), { action($0) })
    }

    @inlinable
    func observeValues(core: Void, _ action: @escaping @Sendable (Value) -> Void) -> (any Disposable)? {
        return observeValues(action)
    }
}
