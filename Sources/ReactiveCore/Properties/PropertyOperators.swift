// The operators of producers, on properties: the result has a value at any time, and it is the one its producer begins with.
//
// `map` has no counterpart for Swift 5 mode: with a second candidate the compiler calls the operator in
// `Property.combineLatest(a, b).map { $0 + $1 }` ambiguous.
extension PropertyProtocol {
    func lift<New: Sendable>(
        _ operator: (SignalProducer<Value, Never>) -> SignalProducer<New, Never>,
        initial: () -> New
    ) -> Property<New> {
        Property(following: `operator`(producer), initial: initial)
    }

    /// The property of what `transform` makes of the values. A key-path literal will do for the closure: `.map(\.name)`.
    @preconcurrency
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Property<New> {
        lift {
            $0.map(transform)
        } initial: {
            transform(value)
        }
    }

    /// The property that is `value` for as long as this one lives.
    public func map<New: Sendable>(value: New) -> Property<New> {
        map { _ in value }
    }

    /// The property of the values that satisfy `isIncluded`; `initial`, until one of them does.
    @available(swift, introduced: 6)
    public func filter(initial: Value, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> Property<Value> {
        Property(initial: initial, then: producer.filter(isIncluded))
    }

    /// The property of the last two values, old and new; the first one is paired with `initial`.
    public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> {
        lift {
            $0.combinePrevious(initial)
        } initial: {
            (initial, value)
        }
    }

    /// The property without the changes that `isEquivalent` finds to be none.
    @available(swift, introduced: 6)
    public func skipRepeats(
        _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool
    ) -> Property<Value> {
        lift {
            $0.skipRepeats(isEquivalent)
        } initial: {
            value
        }
    }

    /// The property without the values whose identity it has had before.
    ///
    /// All identities are remembered: memory grows with their number.
    @available(swift, introduced: 6)
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> Property<Value> {
        lift {
            $0.uniqueValues(identity)
        } initial: {
            value
        }
    }

    /// Makes a property of every value, and follows these as `strategy` says.
    ///
    /// The result begins with the value of the first one.
    @available(swift, introduced: 6)
    public func flatMap<Inner: PropertyProtocol>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Property<Inner.Value> {
        lift {
            $0.flatMap(strategy) { transform($0).producer }
        } initial: {
            transform(value).value
        }
    }
}

extension PropertyProtocol where Value: Equatable {
    /// The property without the changes to an equal value.
    public func skipRepeats() -> Property<Value> {
        skipRepeats { $0 == $1 }
    }
}

extension PropertyProtocol where Value: Hashable {
    /// The property without the values it has had before; see ``uniqueValues(_:)``.
    public func uniqueValues() -> Property<Value> {
        uniqueValues { $0 }
    }
}

extension PropertyProtocol where Value: PropertyProtocol {
    /// Follows the properties that this one holds, as `strategy` says.
    ///
    /// The result begins with the value of the first one.
    public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
        flatMap(strategy) { $0 }
    }
}
