extension PropertyProtocol {
    /// Returns a property that pairs the latest values of this property and another one.
    ///
    /// - Parameter other: The property to combine with.
    /// - Returns: A property of the latest values. It completes when both properties have.
    public func combineLatest<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
        lift({ $0.combineLatest(with: other.producer) }, initial: { (value, other.value) })
    }

    /// Returns a property that pairs the nth values of this property and another one.
    ///
    /// Values of the faster property are queued.
    ///
    /// - Parameter other: The property to pair with.
    /// - Returns: A property of the paired values.
    public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
        lift({ $0.zip(with: other.producer) }, initial: { (value, other.value) })
    }

    /// Returns a property of the latest values of several properties.
    ///
    /// The result changes when one of the properties does and completes when all of them have.
    ///
    /// ```swift
    /// let canSend = Property.combineLatest(name, isOnline, quota).map { !$0.isEmpty && $1 && $2 > 0 }
    /// ```
    ///
    /// - Parameter inputs: The properties to combine.
    /// - Returns: A property of the latest values, as a tuple.
    @_disfavoredOverload
    public static func combineLatest<each Input: PropertyProtocol>(
        _ inputs: repeat each Input
    ) -> Property<Value> where Self == Property<Value>, Value == (repeat (each Input).Value) {
        Property(following: .latest(of: repeat (each inputs).producer)) { (repeat (each inputs).value) }
    }

    /// Returns a property of the latest values of two properties.
    ///
    /// - Parameters:
    ///   - first: The first property.
    ///   - second: The second property.
    /// - Returns: A property of the latest values. It completes when both properties have.
    public static func combineLatest<First: PropertyProtocol<Value>, Second: PropertyProtocol>(
        _ first: First,
        _ second: Second
    ) -> Property<(Value, Second.Value)> {
        first.combineLatest(with: second)
    }

    /// Returns a property of the latest values of three properties.
    ///
    /// - Parameters:
    ///   - first: The first property.
    ///   - second: The second property.
    ///   - third: The third property.
    /// - Returns: A property of the latest values. It completes when all properties have.
    public static func combineLatest<First: PropertyProtocol<Value>, Second: PropertyProtocol, Third: PropertyProtocol>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) -> Property<(Value, Second.Value, Third.Value)> {
        let streams = SignalProducer<Value, Never>.latest(of: first.producer, second.producer, third.producer)
        return Property(following: streams) { (first.value, second.value, third.value) }
    }

    /// Returns a property of the nth values of several properties.
    ///
    /// Values of the faster properties are queued.
    ///
    /// - Parameter inputs: The properties to combine.
    /// - Returns: A property of the nth values, as a tuple.
    @_disfavoredOverload
    public static func zip<each Input: PropertyProtocol>(
        _ inputs: repeat each Input
    ) -> Property<Value> where Self == Property<Value>, Value == (repeat (each Input).Value) {
        Property(following: .zipped(repeat (each inputs).producer)) { (repeat (each inputs).value) }
    }

    /// Returns a property of the nth values of two properties.
    ///
    /// - Parameters:
    ///   - first: The first property.
    ///   - second: The second property.
    /// - Returns: A property of the nth values.
    public static func zip<First: PropertyProtocol<Value>, Second: PropertyProtocol>(
        _ first: First,
        _ second: Second
    ) -> Property<(Value, Second.Value)> {
        first.zip(with: second)
    }

    /// Returns a property of the nth values of three properties.
    ///
    /// - Parameters:
    ///   - first: The first property.
    ///   - second: The second property.
    ///   - third: The third property.
    /// - Returns: A property of the nth values.
    public static func zip<First: PropertyProtocol<Value>, Second: PropertyProtocol, Third: PropertyProtocol>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) -> Property<(Value, Second.Value, Third.Value)> {
        let streams = SignalProducer<Value, Never>.zipped(first.producer, second.producer, third.producer)
        return Property(following: streams) { (first.value, second.value, third.value) }
    }

    /// Returns a property of the latest values of all properties in a sequence.
    ///
    /// - Parameter properties: The properties to combine.
    /// - Returns: A property of the latest values, in the order of the sequence, or `nil` if the sequence is empty.
    public static func combineLatest<Properties: Sequence>(_ properties: Properties) -> Property<[Value]>?
    where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        return properties.isEmpty ? nil : combineLatest(properties, emptySentinel: [])
    }

    /// Returns a property of the latest values of all properties in a sequence, with a value for an empty sequence.
    ///
    /// - Parameters:
    ///   - properties: The properties to combine.
    ///   - emptySentinel: The value of the result if the sequence is empty.
    /// - Returns: A property of the latest values, in the order of the sequence.
    public static func combineLatest<Properties: Sequence>(
        _ properties: Properties,
        emptySentinel: [Value]
    ) -> Property<[Value]> where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        let latest = SignalProducer.combineLatest(properties.map(\.producer), emptySentinel: emptySentinel)
        return Property(following: latest) { properties.map(\.value) }
    }

    /// Returns a property of the nth values of all properties in a sequence.
    ///
    /// - Parameter properties: The properties to combine.
    /// - Returns: A property of the nth values, in the order of the sequence, or `nil` if the sequence is empty.
    public static func zip<Properties: Sequence>(_ properties: Properties) -> Property<[Value]>?
    where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        return properties.isEmpty ? nil : zip(properties, emptySentinel: [])
    }

    /// Returns a property of the nth values of all properties in a sequence, with a value for an empty sequence.
    ///
    /// - Parameters:
    ///   - properties: The properties to combine.
    ///   - emptySentinel: The value of the result if the sequence is empty.
    /// - Returns: A property of the nth values, in the order of the sequence.
    public static func zip<Properties: Sequence>(
        _ properties: Properties,
        emptySentinel: [Value]
    ) -> Property<[Value]> where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        let zipped = SignalProducer.zip(properties.map(\.producer), emptySentinel: emptySentinel)
        return Property(following: zipped) { properties.map(\.value) }
    }
}

extension PropertyProtocol<Bool> {
    /// Returns a property that is `true` when this one is `false`.
    ///
    /// - Returns: A property of the negated value.
    public func negate() -> Property<Bool> {
        map { !$0 }
    }

    /// Returns a property that is `true` when this one and another one are.
    ///
    /// - Parameter other: The property to combine with.
    /// - Returns: A property of the logical AND of both values.
    public func and(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 && $1 }
    }

    /// Returns a property that is `true` when this one or another one is.
    ///
    /// - Parameter other: The property to combine with.
    /// - Returns: A property of the logical OR of both values.
    public func or(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 || $1 }
    }

    /// Returns a property that is `true` when all properties in a sequence are.
    ///
    /// - Parameter properties: The properties to combine.
    /// - Returns: A property of the logical AND of all values; constantly `true` if the sequence is empty.
    public static func all<Properties: Sequence>(_ properties: Properties) -> Property<Bool>
    where Properties.Element: PropertyProtocol<Bool> {
        combineLatest(properties, emptySentinel: []).map { $0.allSatisfy { $0 } }
    }

    /// Returns a property that is `true` when all the given properties are.
    ///
    /// - Parameter properties: The properties to combine.
    /// - Returns: A property of the logical AND of all values.
    public static func all(_ properties: any PropertyProtocol<Bool>...) -> Property<Bool> {
        Property.all(properties.map { Property($0) })
    }

    /// Returns a property that is `true` when any property in a sequence is.
    ///
    /// - Parameter properties: The properties to combine.
    /// - Returns: A property of the logical OR of all values; constantly `false` if the sequence is empty.
    public static func any<Properties: Sequence>(_ properties: Properties) -> Property<Bool>
    where Properties.Element: PropertyProtocol<Bool> {
        combineLatest(properties, emptySentinel: []).map { $0.contains(true) }
    }

    /// Returns a property that is `true` when any of the given properties is.
    ///
    /// - Parameter properties: The properties to combine.
    /// - Returns: A property of the logical OR of all values.
    public static func any(_ properties: any PropertyProtocol<Bool>...) -> Property<Bool> {
        Property.any(properties.map { Property($0) })
    }
}
