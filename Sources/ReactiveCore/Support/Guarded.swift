/// Plain state that belongs to whoever holds a run's exclusion (see ``Run``): what a stateful operator remembers between
/// two values, or the observers of a signal. It costs no lock, because events of one run never overlap.
@usableFromInline
final class Guarded<State>: @unchecked Sendable {
    // SAFETY: every access happens inside one run's exclusion, which hands over with acquire and release on its state
    // word; the state is never reached from outside the operator that made it.
    @usableFromInline
    @exclusivity(unchecked)
    var state: State

    @inlinable
    init(_ state: State) {
        self.state = state
    }
}
