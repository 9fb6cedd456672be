// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension TimedScheduler {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping () -> Void, _ mode: Void = ()) -> (any Disposable)?
    {
        nonisolated(unsafe) let action = action
        return schedule(after: delay, { action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(after delay: Duration, interval: Duration, action: @escaping () -> Void, _ mode: Void = ())
        -> (any Disposable)?
    {
        nonisolated(unsafe) let action = action
        return schedule(after: delay, interval: interval, action: { action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(at time: SchedulerInstant, _ action: @escaping () -> Void, _ mode: Void = ()) -> (
        any Disposable
    )? {
        nonisolated(unsafe) let action = action
        let requirement: (SchedulerInstant, @escaping @Sendable () -> Void) -> (any Disposable)? = schedule(at:_:)
        return requirement(time, { action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping () -> Void,
        _ mode: Void = ()
    ) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        let requirement: (Duration, Duration, Duration, @escaping @Sendable () -> Void) -> (any Disposable)? = schedule(
            after:
            interval:
            leeway:
            action:
        )
        return requirement(delay, interval, leeway, { action() })
    }
}

extension Scheduler {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(_ action: @escaping () -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        let requirement: (@escaping @Sendable () -> Void) -> (any Disposable)? = schedule(_:)
        return requirement({ action() })
    }
}
