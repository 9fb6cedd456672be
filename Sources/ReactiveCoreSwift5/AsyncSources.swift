// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public init(awaiting operation: @escaping @Sendable () async throws(Failure) -> Value) {
        self.init(core: (), awaiting: operation)
    }

    init(core: Void, awaiting operation: @escaping @Sendable () async throws(Failure) -> Value) {
        self.init(awaiting: operation)
    }
}
