// Written by .ci/swift-5-forms.

import ReactiveCore

extension Signal.Observer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ action: @escaping (Signal<Value, Failure>.Event) -> Void) {
        nonisolated(unsafe) let action = action
        self.init(core: (), { action($0) })
    }

    convenience init(core: Void, _ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) {
        self.init(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(
        value: ((Value) -> Void)? = nil,
        failed: ((Failure) -> Void)? = nil,
        completed: (() -> Void)? = nil,
        interrupted: (() -> Void)? = nil
    ) {
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
        self.init(core: (), value: value, failed: failed, completed: completed, interrupted: interrupted)
    }

    convenience init(
        core: Void,
        value: (@Sendable (Value) -> Void)?,
        failed: (@Sendable (Failure) -> Void)?,
        completed: (@Sendable () -> Void)?,
        interrupted: (@Sendable () -> Void)?
    ) {
        self.init(value: value, failed: failed, completed: completed, interrupted: interrupted)
    }
}
