// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func lazyMap<New: Sendable>(
        on scheduler: any Scheduler,
        transform: @escaping (Value) -> New,
        _ mode: Void = ()
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return lazyMap(on: scheduler, transform: { transform($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func lazyMap<New: Sendable>(
        on scheduler: any Scheduler,
        transform: @escaping (Value) -> New,
        _ mode: Void = ()
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return lazyMap(on: scheduler, transform: { transform($0) })
    }
}
