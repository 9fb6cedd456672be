// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public init(awaiting operation: @escaping @Sendable () async throws(Failure) -> Value, _ mode: Void = ()) {
        self.init(awaiting: operation)
    }
}
