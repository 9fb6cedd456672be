extension PropertyProtocol {
    /// The property of the latest values of this property and `other`.
    public func combineLatest<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
        lift {
            $0.combineLatest(with: other.producer)
        } initial: {
            (value, other.value)
        }
    }

    /// The property of the nth values of this property and `other`: what one of them has ahead waits.
    public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
        lift {
            $0.zip(with: other.producer)
        } initial: {
            (value, other.value)
        }
    }

    /// The property of the latest values of all these properties.
    ///
    /// It changes when one of them does, and completes when all of them have.
    ///
    /// ```swift
    /// let canSend = Property.combineLatest(name, isOnline, quota).map { !$0.isEmpty && $1 && $2 > 0 }
    /// ```
    @_disfavoredOverload
    public static func combineLatest<each Input: PropertyProtocol>(
        _ inputs: repeat each Input
    ) -> Property<Value> where Self == Property<Value>, Value == (repeat (each Input).Value) {
        Property(following: .latest(of: repeat (each inputs).producer)) { (repeat (each inputs).value) }
    }

    /// The same for two properties.
    public static func combineLatest<First: PropertyProtocol<Value>, Second: PropertyProtocol>(
        _ first: First,
        _ second: Second
    ) -> Property<(Value, Second.Value)> {
        first.combineLatest(with: second)
    }

    /// The same for three properties.
    public static func combineLatest<First: PropertyProtocol<Value>, Second: PropertyProtocol, Third: PropertyProtocol>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) -> Property<(Value, Second.Value, Third.Value)> {
        let streams = SignalProducer<Value, Never>.latest(of: first.producer, second.producer, third.producer)
        return Property(following: streams) { (first.value, second.value, third.value) }
    }

    /// The property of the nth values of all these properties: what some of them have ahead waits.
    @_disfavoredOverload
    public static func zip<each Input: PropertyProtocol>(
        _ inputs: repeat each Input
    ) -> Property<Value> where Self == Property<Value>, Value == (repeat (each Input).Value) {
        Property(following: .zipped(repeat (each inputs).producer)) { (repeat (each inputs).value) }
    }

    /// The same for two properties.
    public static func zip<First: PropertyProtocol<Value>, Second: PropertyProtocol>(
        _ first: First,
        _ second: Second
    ) -> Property<(Value, Second.Value)> {
        first.zip(with: second)
    }

    /// The same for three properties.
    public static func zip<First: PropertyProtocol<Value>, Second: PropertyProtocol, Third: PropertyProtocol>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) -> Property<(Value, Second.Value, Third.Value)> {
        let streams = SignalProducer<Value, Never>.zipped(first.producer, second.producer, third.producer)
        return Property(following: streams) { (first.value, second.value, third.value) }
    }

    /// The property of the latest values of all elements of a sequence, in its order; `nil` if there are none.
    public static func combineLatest<Properties: Sequence>(_ properties: Properties) -> Property<[Value]>?
    where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        return properties.isEmpty ? nil : combineLatest(properties, emptySentinel: [])
    }

    /// The property of the latest values of all elements of a sequence, in its order; `emptySentinel` if there are none.
    public static func combineLatest<Properties: Sequence>(
        _ properties: Properties,
        emptySentinel: [Value]
    ) -> Property<[Value]> where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        let latest = SignalProducer.combineLatest(properties.map(\.producer), emptySentinel: emptySentinel)
        return Property(following: latest) { properties.map(\.value) }
    }

    /// The property of the nth values of all elements of a sequence, in its order; `nil` if there are none.
    public static func zip<Properties: Sequence>(_ properties: Properties) -> Property<[Value]>?
    where Properties.Element: PropertyProtocol<Value> {
        let properties = Array(properties)
        return properties.isEmpty ? nil : zip(properties, emptySentinel: [])
    }

    /// The property of the nth values of all elements of a sequence, in its order; `emptySentinel` if there are none.
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
    /// The property that is true when this one is false.
    public func negate() -> Property<Bool> {
        map { !$0 }
    }

    /// The property that is true when this one and `other` are.
    public func and(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 && $1 }
    }

    /// The property that is true when this one or `other` is.
    public func or(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 || $1 }
    }

    /// The property that is true when all elements of a sequence are; always, if there are none.
    public static func all<Properties: Sequence>(_ properties: Properties) -> Property<Bool>
    where Properties.Element: PropertyProtocol<Bool> {
        combineLatest(properties, emptySentinel: []).map { $0.allSatisfy { $0 } }
    }

    /// The property that is true when all of these are.
    public static func all(_ properties: any PropertyProtocol<Bool>...) -> Property<Bool> {
        Property.all(properties.map { Property($0) })
    }

    /// The property that is true when any element of a sequence is; never, if there are none.
    public static func any<Properties: Sequence>(_ properties: Properties) -> Property<Bool>
    where Properties.Element: PropertyProtocol<Bool> {
        combineLatest(properties, emptySentinel: []).map { $0.contains(true) }
    }

    /// The property that is true when any of these is.
    public static func any(_ properties: any PropertyProtocol<Bool>...) -> Property<Bool> {
        Property.any(properties.map { Property($0) })
    }
}
