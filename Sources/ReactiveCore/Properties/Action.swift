/// Something that can be done when it is enabled, one at a time: what a button is for.
///
/// Each application starts what the action executes, with the input, and with the state at that moment. While it is executing,
/// or disabled, an application fails with ``ActionError/disabled`` (R34). What all applications send comes together in
/// ``events``.
///
/// ```swift
/// let logIn = Action(enabledIf: form.isComplete) { (form: Form) in service.logIn(form) }
/// button.isEnabled <~ logIn.isEnabled
/// logIn.values.observeValues { user in … }
/// logIn <~ button.taps.map { form.value }
/// ```
///
/// An action lives as long as somebody keeps it, or one of its applications is executing.
public final class Action<Input: Sendable, Output: Sendable, Failure: Error>: BindingTargetProvider, Sendable {
    /// What the applications send, one after the other. Completes when the action is released.
    public let events: Signal<Signal<Output, Failure>.Event, Never>
    /// The values that the applications send. Completes when the action is released.
    public let values: Signal<Output, Never>
    /// The errors with which applications fail, but for those of a disabled action. Completes when the action is released.
    public let errors: Signal<Failure, Never>
    /// Sends when an application completes. Completes when the action is released.
    public let completed: Signal<Void, Never>
    /// Sends when an application fails because the action is disabled. Completes when the action is released.
    public let disabledErrors: Signal<Void, Never>
    /// Whether an application is executing. Becomes false after the application's terminal event.
    public let isExecuting: Property<Bool>
    /// Whether an application would be executed now.
    public let isEnabled: Property<Bool>
    /// Ends when the action is released.
    public let lifetime: Lifetime

    private let execute: @Sendable (Action, Input) -> SignalProducer<Output, ActionError<Failure>>
    private let eventsInput: Signal<Signal<Output, Failure>.Event, Never>.Observer
    private let disabledErrorsInput: Signal<Void, Never>.Observer
    private let token: Lifetime.Token

    /// An action that depends on a state.
    ///
    /// - Parameters:
    ///   - state: kept alive by the action.
    ///   - isEnabled: whether the action can be applied in a state.
    ///   - execute: makes what an application starts, from the state at its beginning and the input.
    @available(swift, introduced: 6)
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

    /// The application of the action to `input`: each start of what is returned is one.
    ///
    /// It fails with ``ActionError/disabled`` if the action is disabled at its start, or is executing already. Keeps the action
    /// alive.
    public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Failure>> {
        execute(self, input)
    }

    /// Applies the action to each value, and leaves the values out that come while it is disabled or executing.
    public var bindingTarget: BindingTarget<Input> {
        BindingTarget(lifetime: lifetime) { [weak self] in _ = self?.apply($0).start() }
    }

    private struct Phase<State: Sendable>: Sendable {
        var state: State
        var isAllowed: Bool
        var isExecuting = false

        var isEnabled: Bool { isAllowed && !isExecuting }

        /// Begins an application if there can be one, and returns the state for it.
        mutating func begin() -> State? {
            guard isEnabled else { return nil }
            isExecuting = true
            return state
        }
    }
}
