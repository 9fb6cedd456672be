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
    /// The place of an operation, until it is removed.
    package struct Token: Sendable {
        fileprivate let place: Int
    }

    private struct Places: Sendable {
        var operations: ContiguousArray<(any Interruptible)?> = []
        var vacant: ContiguousArray<Int> = []
    }

    private let places = InlineLocked(Places())

    package func add(_ operation: any Interruptible) -> Token {
        places.withLock { places in
            if let place = places.vacant.popLast() {
                places.operations[place] = operation
                return Token(place: place)
            }
            places.operations.append(operation)
            return Token(place: places.operations.count - 1)
        }
    }

    /// Removes an operation, once.
    package func remove(_ token: Token) {
        // An operation holds values of the user, which must not be released under the lock.
        _ = places.withLock { places in
            places.vacant.append(token.place)
            return places.operations[token.place].take()
        }
    }

    /// Interrupts all operations that run now.
    ///
    /// All have ended before the first consumer is told: an operation that waits for another one, as for a token, does
    /// not see its interruption as a failure, and what a consumer sends in response is not interrupted.
    func cancelAll() {
        let canceled = places.withLock { $0.operations.compactMap { $0 } }.filter { $0.cancel() }
        for operation in canceled { operation.deliverInterruption() }
    }
}
