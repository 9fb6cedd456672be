// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func lazyMap<New: Sendable>(on scheduler: any Scheduler, transform: @escaping (Value) -> New)
        -> SignalProducer<New, Failure>
    {
        nonisolated(unsafe) let transform = transform
        return lazyMap(core: (), on: scheduler, transform: { transform($0) })
    }

    func lazyMap<New: Sendable>(core: Void, on scheduler: any Scheduler, transform: @escaping @Sendable (Value) -> New)
        -> SignalProducer<New, Failure>
    {
        return lazyMap(on: scheduler, transform: transform)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func lazyMap<New: Sendable>(on scheduler: any Scheduler, transform: @escaping (Value) -> New) -> Signal<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return lazyMap(core: (), on: scheduler, transform: { transform($0) })
    }

    func lazyMap<New: Sendable>(core: Void, on scheduler: any Scheduler, transform: @escaping @Sendable (Value) -> New)
        -> Signal<New, Failure>
    {
        return lazyMap(on: scheduler, transform: transform)
    }
}
