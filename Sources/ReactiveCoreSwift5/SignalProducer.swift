// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public init(_ startHandler: @escaping (Signal<Value, Failure>.Observer, Lifetime) -> Void) {
        nonisolated(unsafe) let startHandler = startHandler
        self.init(core: (), { startHandler($0, $1) })
    }

    @inlinable
    init(core: Void, _ startHandler: @escaping @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void) {
        self.init(startHandler)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public static func unserialized(_ startHandler: @escaping (Signal<Value, Failure>.Observer, Lifetime) -> Void)
        -> SignalProducer
    {
        nonisolated(unsafe) let startHandler = startHandler
        return unserialized(core: (), { startHandler($0, $1) })
    }

    static func unserialized(
        core: Void,
        _ startHandler: @escaping @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void
    ) -> SignalProducer {
        return unserialized(startHandler)
    }
}
