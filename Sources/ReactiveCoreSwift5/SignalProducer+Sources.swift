// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public init(_ action: @escaping () -> Value) {
        nonisolated(unsafe) let action = action
        self.init(core: (), { action() })
    }

    @inlinable
    init(core: Void, _ action: @escaping @Sendable () -> Value) {
        self.init(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(_ action: @escaping () -> Result<Value, Failure>) {
        nonisolated(unsafe) let action = action
        self.init(core: (), { action() })
    }

    init(core: Void, _ action: @escaping @Sendable () -> Result<Value, Failure>) {
        self.init(action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public static func deferred(_ make: @escaping () -> SignalProducer) -> SignalProducer {
        nonisolated(unsafe) let make = make
        return deferred(core: (), { make() })
    }

    @inlinable
    static func deferred(core: Void, _ make: @escaping @Sendable () -> SignalProducer) -> SignalProducer {
        return deferred(make)
    }
}

extension SignalProducer where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(_ action: @escaping () throws -> Value) {
        nonisolated(unsafe) let action = action
        self.init(core: (), { try action() })
    }

    init(core: Void, _ action: @escaping @Sendable () throws -> Value) {
        self.init(action)
    }
}
