/// The destination of one stage's events: two functions, so that a stateless stage costs one closure call per value.
///
/// A sink trusts its caller: events arrive inside one run's exclusion, and nothing follows a termination.
@frozen
@usableFromInline
struct Sink<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let value: @Sendable (Value) -> Void
    @usableFromInline let terminate: @Sendable (Termination<Failure>) -> Void

    @inlinable
    init(
        value: @escaping @Sendable (Value) -> Void,
        terminate: @escaping @Sendable (Termination<Failure>) -> Void
    ) {
        self.value = value
        self.terminate = terminate
    }

    /// Creates a sink that passes events to one function.
    @inlinable
    init(_ action: @escaping @Sendable (Signal<Value, Failure>.Event) -> Void) {
        value = { action(.value($0)) }
        terminate = { action(Signal<Value, Failure>.Event($0)) }
    }
}

extension Sink {
    /// Returns this sink behind a run's exclusion, for the inputs of an operator that is itself the head of a run.
    @inlinable
    func entering(_ run: Run) -> Sink {
        Sink(value: { run.send($0, to: self) }, terminate: { run.terminate(self, with: $0) })
    }
}
