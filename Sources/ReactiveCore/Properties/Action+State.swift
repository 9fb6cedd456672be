extension Action {
    /// Creates an action that is always enabled.
    ///
    /// - Parameter execute: Creates the producer that an application starts, from the application's input.
    @_disfavoredOverload
    public convenience init(execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>) {
        self.init(state: Property(value: ())) { _, input in execute(input) }
    }

    /// Creates an action that is enabled while a Boolean property is `true`.
    ///
    /// - Parameters:
    ///   - isEnabled: The property that enables the action. The action keeps it alive.
    ///   - execute: Creates the producer that an application starts, from the application's input.
    @_disfavoredOverload
    public convenience init(
        enabledIf isEnabled: some PropertyProtocol<Bool>,
        execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: isEnabled, enabledIf: { $0 }, execute: { _, input in execute(input) })
    }

    /// Creates an action that depends on a state and is always enabled.
    ///
    /// - Parameters:
    ///   - state: The state. The action keeps it alive.
    ///   - execute: Creates the producer that an application starts, from the state at its beginning and the input.
    @_disfavoredOverload
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, enabledIf: { _ in true }, execute: execute)
    }

    /// Creates an action that is enabled while an optional state is not `nil`.
    ///
    /// - Parameters:
    ///   - state: The state. The action keeps it alive.
    ///   - execute: Creates the producer that an application starts, from the unwrapped state at its beginning and the
    ///     input.
    @_disfavoredOverload
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

    /// Creates an action that is enabled while a validating property is valid.
    ///
    /// - Parameters:
    ///   - validated: The property that enables the action.
    ///   - execute: Creates the producer that an application starts, from the valid value at its beginning and the
    ///     input.
    @_disfavoredOverload
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping @Sendable (Validated, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(unwrapping: validated.result.map { $0.value }, execute: execute)
    }
}

extension Action where Input == Void {
    /// Returns a producer that applies the action once per start.
    ///
    /// For more information, see ``apply(_:)``.
    ///
    /// - Returns: A producer that fails with ``ActionError/disabled`` if the action is disabled or executing when it is
    ///   started.
    public func apply() -> SignalProducer<Output, ActionError<Failure>> {
        apply(())
    }

    /// Creates an action without input that depends on a state and is always enabled.
    ///
    /// - Parameters:
    ///   - state: The state. The action keeps it alive.
    ///   - execute: Creates the producer that an application starts, from the state at its beginning.
    @_disfavoredOverload
    public convenience init<State: PropertyProtocol>(
        state: State,
        execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state) { state, _ in execute(state) }
    }

    /// Creates an action without input that depends on a state.
    ///
    /// - Parameters:
    ///   - state: The state. The action keeps it alive.
    ///   - isEnabled: Returns whether the action can be applied in a state.
    ///   - execute: Creates the producer that an application starts, from the state at its beginning.
    @_disfavoredOverload
    public convenience init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
        execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, enabledIf: isEnabled) { state, _ in execute(state) }
    }

    /// Creates an action without input that is enabled while an optional state is not `nil`.
    ///
    /// - Parameters:
    ///   - state: The state. The action keeps it alive.
    ///   - execute: Creates the producer that an application starts, from the unwrapped state at its beginning.
    @_disfavoredOverload
    public convenience init<Wrapped: Sendable>(
        unwrapping state: some PropertyProtocol<Wrapped?>,
        execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Failure>
    ) {
        self.init(unwrapping: state) { state, _ in execute(state) }
    }

    /// Creates an action without input that is enabled while a validating property is valid.
    ///
    /// - Parameters:
    ///   - validated: The property that enables the action.
    ///   - execute: Creates the producer that an application starts, from the valid value at its beginning.
    @_disfavoredOverload
    public convenience init<Validated: Sendable, ValidationError>(
        validated: ValidatingProperty<Validated, ValidationError>,
        execute: @escaping @Sendable (Validated) -> SignalProducer<Output, Failure>
    ) {
        self.init(validated: validated) { value, _ in execute(value) }
    }
}
