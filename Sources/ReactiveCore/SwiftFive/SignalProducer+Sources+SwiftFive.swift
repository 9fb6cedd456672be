// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public init(_ action: @escaping () -> Value, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init({ action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(_ action: @escaping () -> Result<Value, Failure>, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init({ action() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public static func deferred(_ make: @escaping () -> SignalProducer, _ mode: Void = ()) -> SignalProducer {
        nonisolated(unsafe) let make = make
        return deferred({ make() })
    }
}

extension SignalProducer where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(_ action: @escaping () throws -> Value, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init({ try action() })
    }
}
