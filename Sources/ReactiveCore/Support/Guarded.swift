/// Plain state that belongs to whoever holds a run's exclusion (see ``Run``): what a stateful operator remembers between
/// two values, or the observers of a signal. It costs no lock, because events of one run never overlap. The same serves
/// what one thread alone looks at, such as an event loop.
@usableFromInline
package final class Guarded<State>: @unchecked Sendable {
    // SAFETY: every access happens inside one run's exclusion, which hands over with acquire and release on its state
    // word, or on one thread; the state is never reached from outside the operator, or the loop, that made it.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: State

    /// The state. Another module would check each access to a stored property at run time; through this it does not.
    @inlinable
    package var state: State {
        _read { yield storage }
        _modify { yield &storage }
    }

    @inlinable
    package init(_ state: State) {
        storage = state
    }
}
