// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func lift<New, NewFailure>(_ transform: @escaping (Signal<Value, Failure>) -> Signal<New, NewFailure>)
        -> SignalProducer<New, NewFailure>
    {
        nonisolated(unsafe) let transform = transform
        return lift(core: (), { transform($0) })
    }

    func lift<New, NewFailure>(
        core: Void,
        _ transform: @escaping @Sendable (Signal<Value, Failure>) -> Signal<New, NewFailure>
    ) -> SignalProducer<New, NewFailure> {
        return lift(transform)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public func lift<Other, OtherFailure, New, NewFailure>(
        _ transform:
            @escaping @Sendable (Signal<Value, Failure>) ->
            @Sendable (Signal<Other, OtherFailure>) -> Signal<New, NewFailure>
    ) -> (SignalProducer<Other, OtherFailure>) -> SignalProducer<New, NewFailure> {
        return lift(core: (), transform)
    }

    func lift<Other, OtherFailure, New, NewFailure>(
        core: Void,
        _ transform:
            @escaping @Sendable (Signal<Value, Failure>) ->
            @Sendable (Signal<Other, OtherFailure>) -> Signal<New, NewFailure>
    ) -> (SignalProducer<Other, OtherFailure>) -> SignalProducer<New, NewFailure> {
        return lift(transform)
    }
}
