extension PropertyBox {
    /// Stores the values of `producer` while the signal has observers, and `initial` when it has none.
    ///
    /// The values of a start that was disposed of are dropped, even if they are on their way: accepting a value and
    /// replacing the start are steps of one lock.
    func follow(_ producer: SignalProducer<Value, Never>, whileObservedAfter initial: Value) {
        let current = Locked<Run?>(nil)
        let usageChanged: @Sendable (Bool) -> Void = { [self] isUsed in
            guard isUsed else {
                let (source, change) = current.withLock { source in
                    defer { source = nil }
                    return (source, stageChange(to: initial))
                }
                source?.dispose()
                return deliver(change)
            }
            let source = Run.forConsumer()
            current.withLock { $0 = source }
            let sink = Sink<Value, Never>(
                value: { value in
                    let change = current.withLock { $0 === source ? self.stageChange(to: value) : nil }
                    if let change { self.deliver(change) }
                },
                terminate: { _ in }
            )
            producer.body(sink, source)
        }
        core.run.post { self.core.state.state.usageChanged = usageChanged }
    }

    /// A change that is stored and has its position in the order of changes.
    private struct Change: Sendable {
        let old: Value
        let new: Value
        let turn: Run.Turn
    }

    private func stageChange(to new: Value) -> Change {
        let (old, turn) = stage(new) { [core] in core.send(new) }
        return Change(old: old, new: new, turn: turn)
    }

    private func deliver(_ change: Change) {
        core.run.perform(change.turn) { core.send(change.new) }
    }
}
