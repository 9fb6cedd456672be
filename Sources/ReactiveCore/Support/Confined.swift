/// An exclusive right of access that state is confined to: the exclusion of a run, or a thread.
@usableFromInline
package protocol Confinement: AnyObject, Sendable {
    /// A Boolean value that is `false` if the caller cannot hold the right at this moment. Only debug builds ask.
    var isHeld: Bool { get }
}

/// Plain state without a lock, for code that accesses it only while it holds a run's exclusion (see ``Run``) or runs on
/// one thread: what a stateful operator remembers between two values, or the state of an event loop.
///
/// Debug builds trap on an access through ``state`` if the caller cannot hold the right. A run knows only whether
/// somebody holds its exclusion, so an access beside the holder's goes unnoticed. Release builds check nothing.
@usableFromInline
package final class Confined<State>: @unchecked Sendable {
    // SAFETY: every access happens under the confinement; debug builds find some violations. A run hands its
    // exclusion over with acquire and release on its state word. ``unchecked`` is the exception: each use of it says
    // why it is safe.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: State

    #if DEBUG
        /// Weak: the confinement often owns this state. Once it is gone, nobody can compete for the state any more.
        @usableFromInline weak var confinement: (any Confinement)?
    #endif

    /// Creates state that may be accessed only under `confinement`.
    @inlinable
    package init(_ state: State, to confinement: some Confinement) {
        storage = state
        #if DEBUG
            self.confinement = confinement
        #endif
    }

    /// Creates state whose access rules no object can express; see ``unchecked``.
    @inlinable
    package init(unchecked state: State) {
        storage = state
    }

    /// The state, for code that holds the confinement.
    ///
    /// Accessors avoid the exclusivity checks that another module performs on each access to a stored property.
    @inlinable
    package var state: State {
        _read {
            assertHeld()
            yield storage
        }
        _modify {
            assertHeld()
            yield &storage
        }
    }

    /// The state without a check, for its initialization before it is shared, its release after its last use, and for
    /// access rules of another kind. Every use needs a `SAFETY:` comment.
    @inlinable
    package var unchecked: State {
        _read { yield storage }
        _modify { yield &storage }
    }

    @inlinable
    func assertHeld() {
        #if DEBUG
            precondition(confinement?.isHeld ?? true, "Confined state was accessed without its confinement being held")
        #endif
    }
}
