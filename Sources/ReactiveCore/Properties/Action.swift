/// A unit of work that can be performed when it is enabled, one execution at a time, such as the work behind a button.
///
/// Each application starts the producer that the action creates from the input and from its state at that moment. An
/// application fails with ``ActionError/disabled`` while the action is disabled or executing. ``events`` combines the
/// events of all applications.
///
/// ```swift
/// let logIn = Action(enabledIf: form.isComplete) { (form: Form) in service.logIn(form) }
/// button.isEnabled <~ logIn.isEnabled
/// logIn.values.observeValues { user in … }
/// logIn <~ button.taps.map { form.value }
/// ```
///
/// An action lives as long as it is referenced or one of its applications is executing.
public final class Action<Input: Sendable, Output: Sendable, Failure: Error>: BindingTargetProvider, Sendable {
    /// The events of all applications, one application after the other.
    ///
    /// Completes when the action is released.
    public let events: Signal<Signal<Output, Failure>.Event, Never>
    /// The values that the applications send.
    ///
    /// Completes when the action is released.
    public let values: Signal<Output, Never>
    /// The errors with which applications fail, except those caused by a disabled action.
    ///
    /// Completes when the action is released.
    public let errors: Signal<Failure, Never>
    /// A signal that sends a value when an application completes.
    ///
    /// Completes when the action is released.
    public let completed: Signal<Void, Never>
    /// A signal that sends a value when an application fails because the action is disabled.
    ///
    /// Completes when the action is released.
    public let disabledErrors: Signal<Void, Never>
    /// A Boolean property that indicates whether an application is executing.
    ///
    /// The property becomes `false` after the application's terminal event.
    public let isExecuting: Property<Bool>
    /// A Boolean property that indicates whether an application would be executed now.
    public let isEnabled: Property<Bool>
    /// The lifetime of the action, which ends when the action is released.
    public let lifetime: Lifetime

    private let execute: @Sendable (Action, Input) -> SignalProducer<Output, ActionError<Failure>>
    private let eventsInput: Signal<Signal<Output, Failure>.Event, Never>.Observer
    private let disabledErrorsInput: Signal<Void, Never>.Observer
    private let token: Lifetime.Token

    /// Creates an action that depends on a state.
    ///
    /// - Parameters:
    ///   - state: The state. The action keeps it alive.
    ///   - isEnabled: Returns whether the action can be applied in a state.
    ///   - execute: Creates the producer that an application starts, from the state at its beginning and the input.
    @_disfavoredOverload
    public init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
        execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        let phase = MutableProperty(Phase(state: state.value, isAllowed: false))
        (events, eventsInput) = Signal.pipe()
        (disabledErrors, disabledErrorsInput) = Signal.pipe()
        values = events.compactMap { $0.value }
        errors = events.compactMap { $0.error }
        completed = events.compactMap { $0.isCompleted ? () : nil }
        (lifetime, token) = Lifetime.make()
        lifetime.observeEnded { _ = state }
        state.producer.take(during: lifetime).startWithValues { value in
            let isAllowed = isEnabled(value)
            phase.modify { phase in
                phase.state = value
                phase.isAllowed = isAllowed
            }
        }
        isExecuting = phase.map { $0.isExecuting }.skipRepeats()
        self.isEnabled = phase.map { $0.isEnabled }.skipRepeats()
        self.execute = { action, input in
            SignalProducer { observer, lifetime in
                guard let state = phase.modify({ $0.begin() }) else {
                    observer.send(error: .disabled)
                    return action.disabledErrorsInput.send(value: ())
                }
                lifetime.observeEnded { phase.modify { $0.isExecuting = false } }
                lifetime += execute(state, input).start { event in
                    observer.send(event.mapError(ActionError.producerFailed))
                    action.eventsInput.send(value: event)
                }
            }
        }
    }

    deinit {
        eventsInput.sendCompleted()
        disabledErrorsInput.sendCompleted()
    }

    /// Returns a producer that applies the action once per start.
    ///
    /// The producer keeps the action alive.
    ///
    /// - Parameter input: The input to apply the action to.
    /// - Returns: A producer that fails with ``ActionError/disabled`` if the action is disabled or executing when it is
    ///   started.
    public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Failure>> {
        execute(self, input)
    }

    /// A binding target that applies the action to each value and ignores values while the action is disabled or
    /// executing.
    public var bindingTarget: BindingTarget<Input> {
        BindingTarget(lifetime: lifetime) { [weak self] in _ = self?.apply($0).start() }
    }

    private struct Phase<State: Sendable>: Sendable {
        var state: State
        var isAllowed: Bool
        var isExecuting = false

        var isEnabled: Bool { isAllowed && !isExecuting }

        /// Begins an application if the action is enabled, and returns the state for it.
        mutating func begin() -> State? {
            guard isEnabled else { return nil }
            isExecuting = true
            return state
        }
    }
}
