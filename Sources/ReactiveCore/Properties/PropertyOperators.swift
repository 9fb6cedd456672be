// The operators of producers, applied to properties: the result has a value at any time, which is the first value of
// its producer.
//
// `map` has no form in `ReactiveCoreSwift5`: with a second candidate, the compiler considers the operator in
// `Property.combineLatest(a, b).map { $0 + $1 }` ambiguous.
extension PropertyProtocol {
    func lift<New: Sendable>(
        _ operator: (SignalProducer<Value, Never>) -> SignalProducer<New, Never>,
        initial: () -> New
    ) -> Property<New> {
        Property(following: `operator`(producer), initial: initial)
    }

    /// Returns a property of the transformed values.
    ///
    /// You can pass a key-path literal instead of a closure: `.map(\.name)`.
    ///
    /// - Parameter transform: A closure that transforms a value.
    /// - Returns: A property of the transformed values.
    @preconcurrency
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Property<New> {
        lift({ $0.map(transform) }, initial: { transform(value) })
    }

    /// Returns a property with a constant value that lives as long as this one.
    ///
    /// - Parameters:
    ///   - value: The constant value.
    ///   - unused: A parameter that improves error messages. Do not pass an argument.
    /// - Returns: A property of `value`.
    public func map<New: Sendable>(value: New, _ unused: ((Never) -> Void)? = nil) -> Property<New> {
        map { _ in value }
    }

    /// Returns a property of the values that satisfy a predicate.
    ///
    /// - Parameters:
    ///   - initial: The value of the result until a value satisfies the predicate.
    ///   - isIncluded: A closure that returns whether to include a value.
    /// - Returns: A property of the included values.
    @_disfavoredOverload
    public func filter(initial: Value, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> Property<Value> {
        Property(initial: initial, then: producer.filter(isIncluded))
    }

    /// Returns a property that pairs each value with the previous one.
    ///
    /// - Parameter initial: The value to pair with the first one.
    /// - Returns: A property of the previous and the current value.
    public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> {
        lift({ $0.combinePrevious(initial) }, initial: { (initial, value) })
    }

    /// Returns a property without consecutive equivalent values.
    ///
    /// - Parameter isEquivalent: A closure that returns whether two consecutive values are equivalent.
    /// - Returns: A property that changes only to values that are not equivalent to the previous one.
    @_disfavoredOverload
    public func skipRepeats(
        _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool
    ) -> Property<Value> {
        lift({ $0.skipRepeats(isEquivalent) }, initial: { value })
    }

    /// Returns a property without values whose identity has occurred before.
    ///
    /// The property remembers all identities, so memory grows with their number.
    ///
    /// - Parameter identity: A closure that returns the identity of a value.
    /// - Returns: A property that changes only to values with a new identity.
    @_disfavoredOverload
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> Property<Value> {
        lift({ $0.uniqueValues(identity) }, initial: { value })
    }

    /// Transforms each value into a property and flattens the resulting properties.
    ///
    /// - Parameters:
    ///   - strategy: Determines which of the resulting properties to follow.
    ///   - transform: A closure that returns the property for a value.
    /// - Returns: A property that starts with the value of the first resulting property.
    @_disfavoredOverload
    public func flatMap<Inner: PropertyProtocol>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Property<Inner.Value> {
        lift({ $0.flatMap(strategy) { transform($0).producer } }, initial: { transform(value).value })
    }
}

extension PropertyProtocol where Value: Equatable {
    /// Returns a property without consecutive equal values.
    ///
    /// - Returns: A property that changes only to values that differ from the previous one.
    public func skipRepeats() -> Property<Value> {
        skipRepeats { $0 == $1 }
    }
}

extension PropertyProtocol where Value: Hashable {
    /// Returns a property without values that have occurred before.
    ///
    /// The property remembers all values, so memory grows with their number.
    ///
    /// - Returns: A property that changes only to new values.
    public func uniqueValues() -> Property<Value> {
        uniqueValues { $0 }
    }
}

extension PropertyProtocol where Value: PropertyProtocol {
    /// Flattens the properties that this property holds.
    ///
    /// - Parameter strategy: Determines which of the properties to follow.
    /// - Returns: A property that starts with the value of the first property.
    public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
        flatMap(strategy) { $0 }
    }
}
