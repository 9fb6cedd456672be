// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension Action {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public convenience init<State: PropertyProtocol>(
        state: State,
        enabledIf isEnabled: @escaping (State.Value) -> Bool,
        execute: @escaping (State.Value, Input) -> SignalProducer<Output, Failure>,
        _ mode: Void = ()
    ) {
        nonisolated(unsafe) let isEnabled = isEnabled
        nonisolated(unsafe) let execute = execute
        self.init(state: state, enabledIf: { isEnabled($0) }, execute: { execute($0, $1) })
    }
}
