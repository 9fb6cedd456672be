// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func start(_ action: @escaping (Signal<Value, Failure>.Event) -> Void, _ mode: Void = ()) -> any Disposable {
        nonisolated(unsafe) let action = action
        return start({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func startWithResult(_ action: @escaping (Result<Value, Failure>) -> Void, _ mode: Void = ())
        -> any Disposable
    {
        nonisolated(unsafe) let action = action
        return startWithResult({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func startWithCompleted(_ action: @escaping () -> Void, _ mode: Void = ()) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithCompleted({ action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func startWithFailed(_ action: @escaping (Failure) -> Void, _ mode: Void = ()) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithFailed({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func startWithInterrupted(_ action: @escaping () -> Void, _ mode: Void = ()) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithInterrupted({ action() })
    }
}

extension SignalProducer where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func startWithValues(_ action: @escaping (Value) -> Void, _ mode: Void = ()) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithValues({ action($0) })
    }
}
