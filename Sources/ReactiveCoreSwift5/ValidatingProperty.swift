// Written by .ci/swift-5-forms.

import ReactiveCore

extension ValidatingProperty {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ inner: MutableProperty<Value>, _ validator: @escaping (Value) -> Decision) {
        nonisolated(unsafe) let validator = validator
        self.init(core: (), inner, { validator($0) })
    }

    convenience init(core: Void, _ inner: MutableProperty<Value>, _ validator: @escaping @Sendable (Value) -> Decision)
    {
        self.init(inner, validator)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(_ initial: Value, _ validator: @escaping (Value) -> Decision) {
        nonisolated(unsafe) let validator = validator
        self.init(core: (), initial, { validator($0) })
    }

    convenience init(core: Void, _ initial: Value, _ validator: @escaping @Sendable (Value) -> Decision) {
        self.init(initial, validator)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: PropertyProtocol>(
        _ inner: MutableProperty<Value>,
        with other: Other,
        _ validator: @escaping (Value, Other.Value) -> Decision
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(core: (), inner, with: other, { validator($0, $1) })
    }

    convenience init<Other: PropertyProtocol>(
        core: Void,
        _ inner: MutableProperty<Value>,
        with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        self.init(inner, with: other, validator)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: PropertyProtocol>(
        _ initial: Value,
        with other: Other,
        _ validator: @escaping (Value, Other.Value) -> Decision
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(core: (), initial, with: other, { validator($0, $1) })
    }

    convenience init<Other: PropertyProtocol>(
        core: Void,
        _ initial: Value,
        with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        self.init(initial, with: other, validator)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: Sendable, OtherError>(
        _ inner: MutableProperty<Value>,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping (Value, Other) -> Decision
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(core: (), inner, with: other, { validator($0, $1) })
    }

    convenience init<Other: Sendable, OtherError>(
        core: Void,
        _ inner: MutableProperty<Value>,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping @Sendable (Value, Other) -> Decision
    ) {
        self.init(inner, with: other, validator)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Other: Sendable, OtherError>(
        _ initial: Value,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping (Value, Other) -> Decision
    ) {
        nonisolated(unsafe) let validator = validator
        self.init(core: (), initial, with: other, { validator($0, $1) })
    }

    convenience init<Other: Sendable, OtherError>(
        core: Void,
        _ initial: Value,
        with other: ValidatingProperty<Other, OtherError>,
        _ validator: @escaping @Sendable (Value, Other) -> Decision
    ) {
        self.init(initial, with: other, validator)
    }
}
