// Written by .ci/swift-5-forms.

import ReactiveCore

extension Scheduler {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(_ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return schedule(core: (), { action() })
    }

    func schedule(core: Void, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        return schedule(action)
    }
}

extension TimedScheduler {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(at time: SchedulerInstant, _ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return schedule(core: (), at: time, { action() })
    }

    func schedule(core: Void, at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)?
    {
        return schedule(at: time, action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(after delay: Duration, interval: Duration, leeway: Duration, action: @escaping () -> Void) -> (
        any Disposable
    )? {
        nonisolated(unsafe) let action = action
        return schedule(core: (), after: delay, interval: interval, leeway: leeway, action: { action() })
    }

    func schedule(
        core: Void,
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        return schedule(after: delay, interval: interval, leeway: leeway, action: action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return schedule(core: (), after: delay, { action() })
    }

    func schedule(core: Void, after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        return schedule(after: delay, action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(after delay: Duration, interval: Duration, action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return schedule(core: (), after: delay, interval: interval, action: { action() })
    }

    func schedule(core: Void, after delay: Duration, interval: Duration, action: @escaping @Sendable () -> Void) -> (
        any Disposable
    )? {
        return schedule(after: delay, interval: interval, action: action)
    }
}
