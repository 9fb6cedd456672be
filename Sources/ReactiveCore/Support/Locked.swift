import Synchronization

/// State that is protected by a lock.
///
/// Do not run unknown code inside ``withLock(_:)``: decide under the lock, and act outside it.
public final class Locked<State: Sendable>: Sendable {
    @usableFromInline let lock: InlineLocked<State>

    // Disfavored because of the alias `Atomic`: in a file that imports `Synchronization` too, Swift's own type wins.

    /// Creates a lock that protects `state`.
    ///
    /// - Parameter state: The initial state.
    @_disfavoredOverload
    @inlinable
    public init(_ state: State) {
        lock = InlineLocked(state)
    }

    /// Runs `body` with exclusive access to the state.
    ///
    /// The lock is not recursive: calling this function from inside `body` is a programmer error.
    ///
    /// - Parameter body: A closure that reads or changes the state.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    @inlinable
    public func withLock<Result: Sendable, Thrown: Error>(
        _ body: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try lock.withLock(body)
    }
}

// The members of ReactiveSwift's `Atomic`.
extension Locked {
    /// The state.
    ///
    /// Reading and then setting it are two steps; use ``modify(_:)`` to change it in one.
    public var value: State {
        get { withLock { $0 } }
        set { swap(newValue) }
    }

    /// Changes the state in place, in one step.
    ///
    /// - Parameter action: A closure that changes the state. It must not use this object.
    /// - Returns: The result of `action`.
    /// - Throws: The error that `action` throws.
    @inlinable
    @discardableResult
    public func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try withLock(action)
    }

    /// Runs a closure with the current state, without holding the lock.
    ///
    /// - Parameter action: A closure that reads the state.
    /// - Returns: The result of `action`.
    /// - Throws: The error that `action` throws.
    @discardableResult
    public func withValue<Result, Thrown: Error>(
        _ action: (State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try action(value)
    }

    /// Sets the state.
    ///
    /// - Parameter newValue: The state to set.
    /// - Returns: The previous state.
    @discardableResult
    public func swap(_ newValue: State) -> State {
        withLock { state in
            defer { state = newValue }
            return state
        }
    }
}

/// The lock inside ``Locked``, for objects that exist by the million and store their lock inline: it needs no
/// allocation of its own.
@usableFromInline
package struct InlineLocked<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    /// Carries the happens-before edge a second time, in a form that ThreadSanitizer understands: on Linux it cannot
    /// see the futex inside `Mutex`, and would report every protected access as a race. Both accesses are plain moves.
    @usableFromInline let handoff = Atomic<Bool>(false)

    @inlinable
    package init(_ state: consuming State) {
        mutex = Mutex(state)
    }

    @inlinable
    package func withLock<Result: Sendable, Thrown: Error>(
        _ body: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try mutex.withLock { state throws(Thrown) in
            _ = handoff.load(ordering: .acquiring)
            defer { handoff.store(false, ordering: .releasing) }
            return try body(&state)
        }
    }
}
