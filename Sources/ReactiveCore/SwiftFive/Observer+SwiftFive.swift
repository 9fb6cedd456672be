// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension Signal.Observer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ action: @escaping (Signal<Value, Failure>.Event) -> Void, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init({ action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(
        value: ((Value) -> Void)? = nil,
        failed: ((Failure) -> Void)? = nil,
        completed: (() -> Void)? = nil,
        interrupted: (() -> Void)? = nil,
        _ mode: Void = ()
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
        self.init(value: value, failed: failed, completed: completed, interrupted: interrupted)
    }
}
