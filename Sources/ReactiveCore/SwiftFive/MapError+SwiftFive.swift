// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func mapError<NewFailure: Error>(_ transform: @escaping (Failure) -> NewFailure, _ mode: Void = ())
        -> SignalProducer<Value, NewFailure>
    {
        nonisolated(unsafe) let transform = transform
        return mapError({ transform($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func mapError<NewFailure: Error>(_ transform: @escaping (Failure) -> NewFailure, _ mode: Void = ())
        -> Signal<Value, NewFailure>
    {
        nonisolated(unsafe) let transform = transform
        return mapError({ transform($0) })
    }
}
