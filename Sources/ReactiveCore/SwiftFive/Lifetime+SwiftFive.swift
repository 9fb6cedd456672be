// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension Lifetime {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @discardableResult
    public func observeEnded(_ action: @escaping () -> Void, _ mode: Void = ()) -> (any Disposable)? {
        nonisolated(unsafe) let action = action
        return observeEnded({ action() })
    }
}
