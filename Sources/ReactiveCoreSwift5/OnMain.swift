// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    @preconcurrency
    public func startOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        failed: @escaping @MainActor @Sendable (Failure) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        return startOnMain(core: (), value: value, failed: failed, completed: completed, interrupted: interrupted)
    }

    func startOnMain(
        core: Void,
        value: @escaping @MainActor @Sendable (Value) -> Void,
        failed: @escaping @MainActor @Sendable (Failure) -> Void,
        completed: (@MainActor @Sendable () -> Void)?,
        interrupted: (@MainActor @Sendable () -> Void)?
    ) -> any Disposable {
        return startOnMain(value: value, failed: failed, completed: completed, interrupted: interrupted)
    }
}

extension SignalProducer where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    @preconcurrency
    public func startOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        return startOnMain(core: (), value: value, completed: completed, interrupted: interrupted)
    }

    func startOnMain(
        core: Void,
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)?,
        interrupted: (@MainActor @Sendable () -> Void)?
    ) -> any Disposable {
        return startOnMain(value: value, completed: completed, interrupted: interrupted)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    @preconcurrency
    public func observeOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        failed: @escaping @MainActor @Sendable (Failure) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        return observeOnMain(core: (), value: value, failed: failed, completed: completed, interrupted: interrupted)
    }

    func observeOnMain(
        core: Void,
        value: @escaping @MainActor @Sendable (Value) -> Void,
        failed: @escaping @MainActor @Sendable (Failure) -> Void,
        completed: (@MainActor @Sendable () -> Void)?,
        interrupted: (@MainActor @Sendable () -> Void)?
    ) -> any Disposable {
        return observeOnMain(value: value, failed: failed, completed: completed, interrupted: interrupted)
    }
}

extension Signal where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    @preconcurrency
    public func observeOnMain(
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)? = nil,
        interrupted: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        return observeOnMain(core: (), value: value, completed: completed, interrupted: interrupted)
    }

    func observeOnMain(
        core: Void,
        value: @escaping @MainActor @Sendable (Value) -> Void,
        completed: (@MainActor @Sendable () -> Void)?,
        interrupted: (@MainActor @Sendable () -> Void)?
    ) -> any Disposable {
        return observeOnMain(value: value, completed: completed, interrupted: interrupted)
    }
}
