// Written by .ci/swift-5-forms.

import ReactiveCore

extension Action {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping (State.Value) -> Bool,
        execute: @escaping (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        nonisolated(unsafe) let isEnabled = isEnabled
        nonisolated(unsafe) let execute = execute
        self.init(core: (), state: state, enabledIf: { isEnabled($0) }, execute: { execute($0, $1) })
    }

    convenience init<State: PropertyProtocol>(
        core: Void,
        state: State,
        enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
        execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Failure>
    ) {
        self.init(state: state, enabledIf: isEnabled, execute: execute)
    }
}
