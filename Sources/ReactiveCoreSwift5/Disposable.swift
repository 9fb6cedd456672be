// Written by .ci/swift-5-forms.

import ReactiveCore

extension AnyDisposable {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ action: @escaping () -> Void) {
        nonisolated(unsafe) let action = action
        self.init(core: (), { action() })
    }

    convenience init(core: Void, _ action: @escaping @Sendable () -> Void) {
        self.init(action)
    }
}
