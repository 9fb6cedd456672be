// Written by .ci/swift-5-forms.

import ReactiveCore

extension ImmediateScheduler {
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
