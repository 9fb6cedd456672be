// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func compactMap<New: Sendable>(_ transform: @escaping (Value) -> New?, _ mode: Void = ()) -> SignalProducer<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return compactMap({ transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    public func filterMap<New: Sendable>(_ transform: @escaping (Value) -> New?, _ mode: Void = ()) -> SignalProducer<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return filterMap({ transform($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func compactMap<New: Sendable>(_ transform: @escaping (Value) -> New?, _ mode: Void = ()) -> Signal<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return compactMap({ transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    public func filterMap<New: Sendable>(_ transform: @escaping (Value) -> New?, _ mode: Void = ()) -> Signal<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return filterMap({ transform($0) })
    }
}
