// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func start(_ action: @escaping (Signal<Value, Failure>.Event) -> Void) -> any Disposable {
        nonisolated(unsafe) let action = action
        return start(core: (), { action($0) })
    }

    @inlinable
    func start(core: Void, _ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) -> any Disposable {
        return start(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func startWithResult(_ action: @escaping (Result<Value, Failure>) -> Void) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithResult(core: (), { action($0) })
    }

    @inlinable
    func startWithResult(core: Void, _ action: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Disposable {
        return startWithResult(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func startWithCompleted(_ action: @escaping () -> Void) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithCompleted(core: (), { action() })
    }

    func startWithCompleted(core: Void, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        return startWithCompleted(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func startWithFailed(_ action: @escaping (Failure) -> Void) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithFailed(core: (), { action($0) })
    }

    func startWithFailed(core: Void, _ action: @escaping @Sendable (Failure) -> Void) -> any Disposable {
        return startWithFailed(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func startWithInterrupted(_ action: @escaping () -> Void) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithInterrupted(core: (), { action() })
    }

    func startWithInterrupted(core: Void, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        return startWithInterrupted(action)
    }
}

extension SignalProducerProtocol {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func start(
        value: ((Value) -> Void)? = nil,
        failed: ((Failure) -> Void)? = nil,
        completed: (() -> Void)? = nil,
        interrupted: (() -> Void)? = nil
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
        return start(core: (), value: value, failed: failed, completed: completed, interrupted: interrupted)
    }

    func start(
        core: Void,
        value: (@Sendable (Value) -> Void)?,
        failed: (@Sendable (Failure) -> Void)?,
        completed: (@Sendable () -> Void)?,
        interrupted: (@Sendable () -> Void)?
    ) -> any Disposable {
        return start(value: value, failed: failed, completed: completed, interrupted: interrupted)
    }
}

extension SignalProducer where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @discardableResult
    public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable {
        nonisolated(unsafe) let action = action
        return startWithValues(core: (), { action($0) })
    }

    @inlinable
    func startWithValues(core: Void, _ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
        return startWithValues(action)
    }
}
