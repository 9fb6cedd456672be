// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func compactMap<New: Sendable>(_ transform: @escaping (Value) -> New?) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return compactMap(core: (), { transform($0) })
    }

    @inlinable
    func compactMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> New?) -> SignalProducer<
        New, Failure
    > {
        return compactMap(transform)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    public func filterMap<New: Sendable>(_ transform: @escaping (Value) -> New?) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return filterMap(core: (), { transform($0) })
    }

    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    func filterMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> New?) -> SignalProducer<
        New, Failure
    > {
        return filterMap(transform)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func compactMap<New: Sendable>(_ transform: @escaping (Value) -> New?) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return compactMap(core: (), { transform($0) })
    }

    @inlinable
    func compactMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> New?) -> Signal<New, Failure>
    {
        return compactMap(transform)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    public func filterMap<New: Sendable>(_ transform: @escaping (Value) -> New?) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return filterMap(core: (), { transform($0) })
    }

    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    func filterMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> New?) -> Signal<New, Failure>
    {
        return filterMap(transform)
    }
}
