// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension AnyDisposable {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ action: @escaping () -> Void, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init({ action() })
    }
}
