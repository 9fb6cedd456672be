// The forms for Swift 5 mode of the operators for Swift 6. An operator has no room for another parameter;
// these differ by a closure that need not be `@Sendable`, as none had to be before.

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
