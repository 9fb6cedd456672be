import ReactiveCore

/// Something that runs until it ends or is interrupted: an operation, or what its result has opened.
package protocol Interruptible: AnyObject, Sendable {
    /// Ends it without telling its consumer; returns `false` if it has ended before.
    func cancel() -> Bool

    /// Tells the consumer of something that was canceled.
    func deliverInterruption()

    /// Begins to end by itself, because the network is drained.
    func goAway()
}

extension Interruptible {
    package func goAway() {}
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
        var drain: Drain?

        var isEmpty: Bool { vacant.count == operations.count }
    }

    /// The state of a drain, from its start.
    private struct Drain: Sendable {
        var endedCount = 0
        var interruptedCount = 0
        /// A Boolean value that indicates whether the rest is being interrupted.
        var isCutting = false
        var timer: (any Disposable)?
        var waiting = Bag<@Sendable (Drained) -> Void>()
        var result: Drained?
    }

    private let places = InlineLocked(Places())

    /// Adds an operation.
    ///
    /// - Parameter isNew: False for what an operation of the list has opened.
    /// - Returns: `nil` for a new operation of a network that is drained.
    package func add(_ operation: any Interruptible, isNew: Bool = true) -> Token? {
        places.withLock { places in
            if isNew, places.drain != nil { return nil }
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
            places.drain?.endedCount += 1
            return places.operations[token.place].take()
        }
        endDrainIfEmpty()
    }

    /// Removes an operation whose consumer is not told yet.
    ///
    /// - Returns: False on a network that is drained: there the removal waits until the consumer is told.
    func removeEarly(_ token: Token) -> Bool {
        let operation = places.withLock { places -> (any Interruptible)? in
            guard places.drain == nil else { return nil }
            places.vacant.append(token.place)
            return places.operations[token.place].take()
        }
        return operation != nil
    }

    /// Interrupts all operations that run now.
    ///
    /// All have ended before the first consumer is told: an operation that waits for another one, as for a token, does
    /// not see its interruption as a failure, and what a consumer sends in response is not interrupted.
    ///
    /// - Returns: The number of those that had not ended.
    @discardableResult
    func cancelAll() -> Int {
        let canceled = places.withLock { $0.operations.compactMap { $0 } }.filter { $0.cancel() }
        for operation in canceled { operation.deliverInterruption() }
        return canceled.count
    }

    // The drain of a network

    /// A Boolean value that indicates whether nothing new begins any more.
    package var isDrained: Bool { places.withLock { $0.drain != nil } }

    /// Begins the drain, or joins the one that has begun.
    ///
    /// - Returns: What ends the wait alone, or `nil` if the drain is over.
    func drain(
        within limit: Duration,
        on clock: any TimedScheduler,
        _ ended: @escaping @Sendable (Drained) -> Void
    ) -> (any Disposable)? {
        let (isFirst, token, operations) = places.withLock { places in
            let isFirst = places.drain == nil
            var drain = places.drain ?? Drain()
            let token = drain.result == nil ? drain.waiting.insert(ended) : nil
            places.drain = drain
            return (isFirst, token, isFirst ? places.operations.compactMap { $0 } : [])
        }
        guard let token else {
            if let result = places.withLock({ $0.drain?.result }) { ended(result) }
            return nil
        }
        if isFirst {
            let timer = clock.schedule(at: clock.now.advanced(by: max(limit, .zero))) { self.cut() }
            let isOver = places.withLock { places in
                if places.drain?.result == nil { places.drain?.timer = timer }
                return places.drain?.result != nil
            }
            if isOver { timer?.dispose() }
            for operation in operations { operation.goAway() }
            endDrainIfEmpty()
        }
        return AnyDisposable { _ = self.places.withLock { $0.drain?.waiting.remove(using: token) } }
    }

    /// Interrupts what runs at the limit.
    private func cut() {
        places.withLock { $0.drain?.isCutting = true }
        let count = cancelAll()
        places.withLock { places in
            places.drain?.interruptedCount += count
            places.drain?.isCutting = false
        }
        endDrainIfEmpty()
    }

    private func endDrainIfEmpty() {
        let end = places.withLock { places -> (Drain, Drained)? in
            guard let drain = places.drain, drain.result == nil, !drain.isCutting, places.isEmpty else { return nil }
            let finishedCount = drain.endedCount - drain.interruptedCount
            let result = Drained(finished: finishedCount, interrupted: drain.interruptedCount)
            places.drain = Drain(result: result)
            return (drain, result)
        }
        guard let (drain, result) = end else { return }
        drain.timer?.dispose()
        for ended in drain.waiting { ended(result) }
    }
}
