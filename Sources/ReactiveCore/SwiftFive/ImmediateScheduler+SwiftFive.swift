// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension ImmediateScheduler {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func schedule(_ action: @escaping () -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return schedule({ action() })
    }
}
