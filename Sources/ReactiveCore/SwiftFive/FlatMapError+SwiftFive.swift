// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping (Failure) -> SignalProducer<Value, NewFailure>,
        _ mode: Void = ()
    ) -> SignalProducer<Value, NewFailure> {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError({ replacement($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping (Failure) -> some SignalProducerConvertible<Value, NewFailure>,
        _ mode: Void = ()
    ) -> SignalProducer<Value, NewFailure> {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError({ replacement($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping (Failure) -> SignalProducer<Value, NewFailure>,
        _ mode: Void = ()
    ) -> Signal<Value, NewFailure> {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError({ replacement($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping (Failure) -> some SignalProducerConvertible<Value, NewFailure>,
        _ mode: Void = ()
    ) -> Signal<Value, NewFailure> {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError({ replacement($0) })
    }
}
