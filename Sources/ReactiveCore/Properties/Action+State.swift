extension Action {
    /// An action that is always enabled.
    @available(swift, introduced: 6)
    public convenience init(execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>) {
        self.init(state: Property(value: ())) { _, input in execute(input) }
    }

    /// An action that is enabled while `isEnabled` is true.
    @available(swift, introduced: 6)
    public convenience init(
        enabledIf isEnabled: some PropertyProtocol<Bool>,
        execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: isEnabled, enabledIf: { $0 }, execute: { _, input in execute(input) })
    }

    /// An action that is always enabled, and depends on a state.
    @available(swift, introduced: 6)
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, enabledIf: { _ in true }, execute: execute)
    }

    /// An action that is enabled while `state` is not `nil`.
    @available(swift, introduced: 6)
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping @Sendable (Wrapped, Input) -> SignalProducer<Output, Failure>
    ) {
        let executeUnwrapped = { @Sendable (state: Wrapped?, input: Input) -> SignalProducer<Output, Failure> in
            guard let state else { preconditionFailure("An action is disabled while there is nothing to unwrap") }
            return execute(state, input)
        }
        self.init(state: state, enabledIf: { $0 != nil }, execute: executeUnwrapped)
    }

    /// An action that is enabled while the property `validated` is valid, and depends on its value.
    @available(swift, introduced: 6)
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping @Sendable (Validated, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(unwrapping: validated.result.map { $0.value }, execute: execute)
    }
}

extension Action where Input == Void {
    /// The application of the action; see ``apply(_:)``.
    public func apply() -> SignalProducer<Output, ActionError<Failure>> {
        apply(())
    }

    /// An action without input that is always enabled, and depends on a state.
    @available(swift, introduced: 6)
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state) { state, _ in execute(state) }
    }

    /// An action without input that depends on a state.
    @available(swift, introduced: 6)
    public convenience init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
        execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, enabledIf: isEnabled) { state, _ in execute(state) }
    }

    /// An action without input that is enabled while `state` is not `nil`.
    @available(swift, introduced: 6)
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Failure>
    ) {
        self.init(unwrapping: state) { state, _ in execute(state) }
    }

    /// An action without input that is enabled while the property `validated` is valid, and depends on its value.
    @available(swift, introduced: 6)
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping @Sendable (Validated) -> SignalProducer<Output, Failure>
    ) {
        self.init(validated: validated) { value, _ in execute(value) }
    }
}
