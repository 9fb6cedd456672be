// Written by .ci/swift-5-forms.

import ReactiveCore

extension Lifetime {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeEnded(_ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeEnded(core: (), { action() })
    }

    func observeEnded(core: Void, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        return observeEnded(action)
    }
}
