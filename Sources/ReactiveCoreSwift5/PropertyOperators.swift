// Written by .ci/swift-5-forms.

import ReactiveCore

extension PropertyProtocol {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func filter(initial: Value, _ isIncluded: @escaping (Value) -> Bool) -> Property<Value> {
        nonisolated(unsafe) let isIncluded = isIncluded
        return filter(core: (), initial: initial, { isIncluded($0) })
    }

    func filter(core: Void, initial: Value, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> Property<Value> {
        return filter(initial: initial, isIncluded)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func skipRepeats(_ isEquivalent: @escaping (_ previous: Value, _ value: Value) -> Bool) -> Property<Value> {
        nonisolated(unsafe) let isEquivalent = isEquivalent
        return skipRepeats(core: (), { isEquivalent($0, $1) })
    }

    func skipRepeats(core: Void, _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool)
        -> Property<Value>
    {
        return skipRepeats(isEquivalent)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func uniqueValues<Identity: Hashable & Sendable>(_ identity: @escaping (Value) -> Identity) -> Property<
        Value
    > {
        nonisolated(unsafe) let identity = identity
        return uniqueValues(core: (), { identity($0) })
    }

    func uniqueValues<Identity: Hashable & Sendable>(core: Void, _ identity: @escaping @Sendable (Value) -> Identity)
        -> Property<Value>
    {
        return uniqueValues(identity)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func flatMap<Inner: PropertyProtocol>(_ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner)
        -> Property<Inner.Value>
    {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    func flatMap<Inner: PropertyProtocol>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Property<Inner.Value> {
        return flatMap(strategy, transform)
    }
}
