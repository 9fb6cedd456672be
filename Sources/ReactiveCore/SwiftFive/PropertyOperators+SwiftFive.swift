// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension PropertyProtocol {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func filter(initial: Value, _ isIncluded: @escaping (Value) -> Bool, _ mode: Void = ()) -> Property<Value> {
        nonisolated(unsafe) let isIncluded = isIncluded
        return filter(initial: initial, { isIncluded($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func skipRepeats(_ isEquivalent: @escaping (_ previous: Value, _ value: Value) -> Bool, _ mode: Void = ())
        -> Property<Value>
    {
        nonisolated(unsafe) let isEquivalent = isEquivalent
        return skipRepeats({ isEquivalent($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping (Value) -> Identity,
        _ mode: Void = ()
    ) -> Property<Value> {
        nonisolated(unsafe) let identity = identity
        return uniqueValues({ identity($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func flatMap<Inner: PropertyProtocol>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> Property<Inner.Value> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }
}
