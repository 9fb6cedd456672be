// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension ValidatingProperty {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(
        _ inner: MutableProperty<Value>,
        _ validator: @escaping (Value) -> Decision,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(inner, { validator($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ initial: Value, _ validator: @escaping (Value) -> Decision, _ mode: Void = ()) {
        nonisolated(unsafe) let validator = validator
        self.init(initial, { validator($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: PropertyProtocol>(
        _ inner: MutableProperty<Value>,
        with other: Other,
        _ validator: @escaping (Value, Other.Value) -> Decision,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(inner, with: other, { validator($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: PropertyProtocol>(
        _ initial: Value,
        with other: Other,
        _ validator: @escaping (Value, Other.Value) -> Decision,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(initial, with: other, { validator($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: Sendable, OtherError>(
        _ inner: MutableProperty<Value>,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping (Value, Other) -> Decision,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(inner, with: other, { validator($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: Sendable, OtherError>(
        _ initial: Value,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping (Value, Other) -> Decision,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(initial, with: other, { validator($0, $1) })
    }
}
