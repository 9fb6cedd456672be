// The forms of operators, which `.ci/swift-5-forms` does not write.

import ReactiveCore

extension CompositeDisposable {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public static func += (composite: CompositeDisposable, action: @escaping () -> Void) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return composite.add { action() }
    }
}

extension ScopedDisposable where Inner == CompositeDisposable {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public static func += (
        scoped: ScopedDisposable<CompositeDisposable>,
        action: @escaping () -> Void
    ) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return scoped.inner.add { action() }
    }
}
