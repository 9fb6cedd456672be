// Written by .ci/swift-5-forms.

import ReactiveCore

extension Action {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(execute: @escaping (Input) -> SignalProducer<Output, Failure>) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), execute: { execute($0) })
    }

    convenience init(core: Void, execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>) {
        self.init(execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init(
        enabledIf isEnabled: some PropertyProtocol<Bool>,
        execute: @escaping (Input) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), enabledIf: isEnabled, execute: { execute($0) })
    }

    convenience init(
        core: Void,
        enabledIf isEnabled: some PropertyProtocol<Bool>,
        execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(enabledIf: isEnabled, execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), state: state, execute: { execute($0, $1) })
    }

    convenience init<State: PropertyProtocol>(
        core: Void,
        state: State,
        execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping (Wrapped, Input) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), unwrapping: state, execute: { execute($0, $1) })
    }

    convenience init<Wrapped: Sendable>(
        core: Void,
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping @Sendable (Wrapped, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(unwrapping: state, execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping (Validated, Input) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), validated: validated, execute: { execute($0, $1) })
    }

    convenience init<Validated: Sendable, ValidationError>(
        core: Void,
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping @Sendable (Validated, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(validated: validated, execute: execute)
    }
}

extension Action where Input == Void {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping (State.Value) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), state: state, execute: { execute($0) })
    }

    convenience init<State: PropertyProtocol>(
        core: Void,
        state: State,
        execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping (State.Value) -> Bool,
        execute: @escaping (State.Value) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let isEnabled = isEnabled
        nonisolated(unsafe) let execute = execute
        self.init(core: (), state: state, enabledIf: { isEnabled($0) }, execute: { execute($0) })
    }

    convenience init<State: PropertyProtocol>(
        core: Void,
        state: State,
        enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
        execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, enabledIf: isEnabled, execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping (Wrapped) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), unwrapping: state, execute: { execute($0) })
    }

    convenience init<Wrapped: Sendable>(
        core: Void,
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Failure>
    ) {
        self.init(unwrapping: state, execute: execute)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping (Validated) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let execute = execute
        self.init(core: (), validated: validated, execute: { execute($0) })
    }

    convenience init<Validated: Sendable, ValidationError>(
        core: Void,
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping @Sendable (Validated) -> SignalProducer<Output, Failure>
    ) {
        self.init(validated: validated, execute: execute)
    }
}
