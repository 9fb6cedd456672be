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

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func start(
        value: ((Value) -> Void)? = nil,
        failed: ((Failure) -> Void)? = nil,
        completed: (() -> Void)? = nil,
        interrupted: (() -> Void)? = nil,
        _ mode: Void = ()
    ) -> any Disposable {
        let value = value.map { value -> (@Sendable (Value) -> Void) in
            nonisolated(unsafe) let value = value
            return { value($0) }
        }
        let failed = failed.map { failed -> (@Sendable (Failure) -> Void) in
            nonisolated(unsafe) let failed = failed
            return { failed($0) }
        }
        let completed = completed.map { completed -> (@Sendable () -> Void) in
            nonisolated(unsafe) let completed = completed
            return { completed() }
        }
        let interrupted = interrupted.map { interrupted -> (@Sendable () -> Void) in
            nonisolated(unsafe) let interrupted = interrupted
            return { interrupted() }
        }
        return start(value: value, failed: failed, completed: completed, interrupted: interrupted)
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
