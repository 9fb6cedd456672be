// Written by .ci/swift-5-forms.

import ReactiveCore

extension CompositeDisposable {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func add(_ action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return add(core: (), { action() })
    }

    func add(core: Void, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        return add(action)
    }
}
