import ReactiveCore

/// Something that runs until it ends or is interrupted: an operation, or what its result has opened.
package protocol Interruptible: AnyObject, Sendable {
    /// Ends it without telling its consumer; returns `false` if it has ended before.
    func cancel() -> Bool

    /// Tells the consumer of something that was canceled.
    func deliverInterruption()
}

/// The operations of a network and of its copies that run, each from its beginning to its end (N41).
package final class RunningOperations: Sendable {
    package typealias Token = Bag<any Interruptible>.Token

    private let operations = InlineLocked(Bag<any Interruptible>())

    package func add(_ operation: any Interruptible) -> Token { operations.withLock { $0.insert(operation) } }

    package func remove(_ token: Token) {
        // An operation holds values of the user, which must not be released under the lock.
        _ = operations.withLock { $0.remove(using: token) }
    }

    /// Interrupts all operations that run now.
    ///
    /// All have ended before the first consumer is told: an operation that waits for another one, as for a token, does
    /// not see its interruption as a failure, and what a consumer sends in response is not interrupted.
    func cancelAll() {
        let canceled = operations.withLock { Array($0) }.filter { $0.cancel() }
        for operation in canceled { operation.deliverInterruption() }
    }
}
