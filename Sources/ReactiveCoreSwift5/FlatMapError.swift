// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(_ replacement: @escaping (Failure) -> SignalProducer<Value, NewFailure>)
        -> SignalProducer<Value, NewFailure>
    {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError(core: (), { replacement($0) })
    }

    @inlinable
    func flatMapError<NewFailure: Error>(
        core: Void,
        _ replacement: @escaping @Sendable (Failure) -> SignalProducer<Value, NewFailure>
    ) -> SignalProducer<Value, NewFailure> {
        return flatMapError(replacement)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> SignalProducer<Value, NewFailure> {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError(core: (), { replacement($0) })
    }

    @inlinable
    func flatMapError<NewFailure: Error>(
        core: Void,
        _ replacement: @escaping @Sendable (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> SignalProducer<Value, NewFailure> {
        return flatMapError(replacement)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(_ replacement: @escaping (Failure) -> SignalProducer<Value, NewFailure>)
        -> Signal<Value, NewFailure>
    {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError(core: (), { replacement($0) })
    }

    @inlinable
    func flatMapError<NewFailure: Error>(
        core: Void,
        _ replacement: @escaping @Sendable (Failure) -> SignalProducer<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        return flatMapError(replacement)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        nonisolated(unsafe) let replacement = replacement
        return flatMapError(core: (), { replacement($0) })
    }

    @inlinable
    func flatMapError<NewFailure: Error>(
        core: Void,
        _ replacement: @escaping @Sendable (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        return flatMapError(replacement)
    }
}
