// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func on(
        starting: (() -> Void)? = nil,
        started: (() -> Void)? = nil,
        event: ((Signal<Value, Failure>.Event) -> Void)? = nil,
        failed: ((Failure) -> Void)? = nil,
        completed: (() -> Void)? = nil,
        interrupted: (() -> Void)? = nil,
        terminated: (() -> Void)? = nil,
        disposed: (() -> Void)? = nil,
        value: ((Value) -> Void)? = nil
    ) -> SignalProducer {
        let starting = starting.map { starting -> (@Sendable () -> Void) in
            nonisolated(unsafe) let starting = starting
            return { starting() }
        }
        let started = started.map { started -> (@Sendable () -> Void) in
            nonisolated(unsafe) let started = started
            return { started() }
        }
        let event = event.map { event -> (@Sendable (Signal<Value, Failure>.Event) -> Void) in
            nonisolated(unsafe) let event = event
            return { event($0) }
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
        let terminated = terminated.map { terminated -> (@Sendable () -> Void) in
            nonisolated(unsafe) let terminated = terminated
            return { terminated() }
        }
        let disposed = disposed.map { disposed -> (@Sendable () -> Void) in
            nonisolated(unsafe) let disposed = disposed
            return { disposed() }
        }
        let value = value.map { value -> (@Sendable (Value) -> Void) in
            nonisolated(unsafe) let value = value
            return { value($0) }
        }
        return on(
            core: (),
            starting: starting,
            started: started,
            event: event,
            failed: failed,
            completed: completed,
            interrupted: interrupted,
            terminated: terminated,
            disposed: disposed,
            value: value
        )
    }

    @inlinable
    func on(
        core: Void,
        starting: (@Sendable () -> Void)?,
        started: (@Sendable () -> Void)?,
        event: (@Sendable (Signal<Value, Failure>.Event) -> Void)?,
        failed: (@Sendable (Failure) -> Void)?,
        completed: (@Sendable () -> Void)?,
        interrupted: (@Sendable () -> Void)?,
        terminated: (@Sendable () -> Void)?,
        disposed: (@Sendable () -> Void)?,
        value: (@Sendable (Value) -> Void)?
    ) -> SignalProducer {
        return on(
            starting: starting,
            started: started,
            event: event,
            failed: failed,
            completed: completed,
            interrupted: interrupted,
            terminated: terminated,
            disposed: disposed,
            value: value
        )
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func on(
        event: ((Event) -> Void)? = nil,
        failed: ((Failure) -> Void)? = nil,
        completed: (() -> Void)? = nil,
        interrupted: (() -> Void)? = nil,
        terminated: (() -> Void)? = nil,
        disposed: (() -> Void)? = nil,
        value: ((Value) -> Void)? = nil
    ) -> Signal {
        let event = event.map { event -> (@Sendable (Event) -> Void) in
            nonisolated(unsafe) let event = event
            return { event($0) }
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
        let terminated = terminated.map { terminated -> (@Sendable () -> Void) in
            nonisolated(unsafe) let terminated = terminated
            return { terminated() }
        }
        let disposed = disposed.map { disposed -> (@Sendable () -> Void) in
            nonisolated(unsafe) let disposed = disposed
            return { disposed() }
        }
        let value = value.map { value -> (@Sendable (Value) -> Void) in
            nonisolated(unsafe) let value = value
            return { value($0) }
        }
        return on(
            core: (),
            event: event,
            failed: failed,
            completed: completed,
            interrupted: interrupted,
            terminated: terminated,
            disposed: disposed,
            value: value
        )
    }

    @inlinable
    func on(
        core: Void,
        event: (@Sendable (Event) -> Void)?,
        failed: (@Sendable (Failure) -> Void)?,
        completed: (@Sendable () -> Void)?,
        interrupted: (@Sendable () -> Void)?,
        terminated: (@Sendable () -> Void)?,
        disposed: (@Sendable () -> Void)?,
        value: (@Sendable (Value) -> Void)?
    ) -> Signal {
        return on(
            event: event,
            failed: failed,
            completed: completed,
            interrupted: interrupted,
            terminated: terminated,
            disposed: disposed,
            value: value
        )
    }
}
