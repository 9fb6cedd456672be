// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func lift<New, NewFailure>(
        _ transform: @escaping (Signal<Value, Failure>) -> Signal<New, NewFailure>,
        _ mode: Void = ()
    ) -> SignalProducer<New, NewFailure> {
        nonisolated(unsafe) let transform = transform
        return lift({ transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public func lift<Other, OtherFailure, New, NewFailure>(
        _ transform:
            @escaping @Sendable (Signal<Value, Failure>) ->
            @Sendable (Signal<Other, OtherFailure>) -> Signal<New, NewFailure>,
        _ mode: Void = ()
    ) -> (SignalProducer<Other, OtherFailure>) -> SignalProducer<New, NewFailure> {
        return lift(transform)
    }
}
