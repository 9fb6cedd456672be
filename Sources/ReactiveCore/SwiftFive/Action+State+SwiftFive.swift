// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension Action {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(execute: @escaping (Input) -> SignalProducer<Output, Failure>, _ mode: Void = ()) {
        nonisolated(unsafe) let execute = execute
        self.init(execute: { execute($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(
        enabledIf isEnabled: some PropertyProtocol<Bool>,
        execute: @escaping (Input) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(enabledIf: isEnabled, execute: { execute($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping (State.Value, Input) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(state: state, execute: { execute($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping (Wrapped, Input) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(unwrapping: state, execute: { execute($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping (Validated, Input) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(validated: validated, execute: { execute($0, $1) })
    }
}

extension Action where Input == Void {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping (State.Value) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(state: state, execute: { execute($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping (State.Value) -> Bool,
        execute: @escaping (State.Value) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let isEnabled = isEnabled
        nonisolated(unsafe) let execute = execute
        self.init(state: state, enabledIf: { isEnabled($0) }, execute: { execute($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping (Wrapped) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(unwrapping: state, execute: { execute($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping (Validated) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(validated: validated, execute: { execute($0) })
    }
}
