// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observe(_ action: @escaping (Event) -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observe({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeResult(_ action: @escaping (Result<Value, Failure>) -> Void, _ mode: Void = ()) -> (
        any Disposable
    )? {
        nonisolated(unsafe) let action = action
        return observeResult({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeCompleted(_ action: @escaping () -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeCompleted({ action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeFailed(_ action: @escaping (Failure) -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeFailed({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeInterrupted(_ action: @escaping () -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeInterrupted({ action() })
    }
}

extension Signal where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func observeValues(_ action: @escaping (Value) -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeValues({ action($0) })
    }
}
