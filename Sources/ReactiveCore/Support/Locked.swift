import Synchronization

/// State behind a lock: the only lock spelling in the package.
///
/// No user code may run inside ``withLock(_:)``: decide under the lock, act outside it.
public final class Locked<State: Sendable>: Sendable {
    @usableFromInline let lock: InlineLocked<State>

    /// Puts `state` behind a lock of its own.
    @inlinable
    public init(_ state: State) {
        lock = InlineLocked(state)
    }

    /// Runs `body` with exclusive access to the state. Not recursive: calling it from inside `body` is a programmer error.
    @inlinable
    public func withLock<Result: Sendable, Thrown: Error>(
        _ body: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try lock.withLock(body)
    }
}

/// ReactiveSwift's name for ``Locked``. In a file that imports `Synchronization` too, say which one you mean.
public typealias Atomic<State: Sendable> = Locked<State>

// What ReactiveSwift's `Atomic` can do.
extension Locked {
    /// The state. Reading it and then setting it is two steps: use ``modify(_:)`` where it has to be one.
    public var value: State {
        get { withLock { $0 } }
        set { swap(newValue) }
    }

    /// Changes the state in place, in one step; the same as ``withLock(_:)``.
    @inlinable
    @discardableResult
    public func modify<Result: Sendable, Thrown: Error>(
        _ action: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try withLock(action)
    }

    /// Runs `action` with the state, and without the lock.
    @discardableResult
    public func withValue<Result, Thrown: Error>(
        _ action: (State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try action(value)
    }

    /// Sets the state and returns the one before.
    @discardableResult
    public func swap(_ newValue: State) -> State {
        withLock { state in
            defer { state = newValue }
            return state
        }
    }
}

/// What ``Locked`` is made of, for objects that are made by the million and keep their state in themselves: it costs no
/// allocation of its own.
@usableFromInline
package struct InlineLocked<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    /// Carries the happens-before edge a second time, in a form ThreadSanitizer understands: on Linux it cannot see
    /// the futex inside `Mutex` and would report every protected access as a race. Both accesses are plain moves.
    @usableFromInline let handoff = Synchronization.Atomic<Bool>(false)

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
