// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public init(_ startHandler: @escaping (Signal<Value, Failure>.Observer, Lifetime) -> Void, _ mode: Void = ()) {
        nonisolated(unsafe) let startHandler = startHandler
        self.init({ startHandler($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public static func unserialized(
        _ startHandler: @escaping (Signal<Value, Failure>.Observer, Lifetime) -> Void,
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let startHandler = startHandler
        return unserialized({ startHandler($0, $1) })
    }
}
