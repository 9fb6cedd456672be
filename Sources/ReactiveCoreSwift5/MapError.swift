// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func mapError<NewFailure: Error>(_ transform: @escaping (Failure) -> NewFailure) -> SignalProducer<
        Value, NewFailure
    > {
        nonisolated(unsafe) let transform = transform
        return mapError(core: (), { transform($0) })
    }

    @inlinable
    func mapError<NewFailure: Error>(core: Void, _ transform: @escaping @Sendable (Failure) -> NewFailure)
        -> SignalProducer<Value, NewFailure>
    {
        return mapError(transform)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func mapError<NewFailure: Error>(_ transform: @escaping (Failure) -> NewFailure) -> Signal<Value, NewFailure>
    {
        nonisolated(unsafe) let transform = transform
        return mapError(core: (), { transform($0) })
    }

    @inlinable
    func mapError<NewFailure: Error>(core: Void, _ transform: @escaping @Sendable (Failure) -> NewFailure) -> Signal<
        Value, NewFailure
    > {
        return mapError(transform)
    }
}
