import ReactiveNetworking

/// Lets the operations of a store take effect in the order of their starts, although some of them wait for the disk.
///
/// Operations of one URL follow one another; those of different URLs do not wait for each other. An operation of all
/// URLs waits for all that began before, and those that begin later wait for it.
final class DiskOrder: Sendable {
    /// An operation, which calls the closure when the next one may begin.
    typealias Operation = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    private struct Waiting: Sendable {
        let key: CacheKey?
        let operation: Operation
    }

    private struct State: Sendable {
        /// The URLs with an operation that runs, and the operations that follow it.
        var busy: [CacheKey: Deque<Waiting>] = [:]
        /// A Boolean value that indicates whether an operation of all URLs runs.
        var isExclusive = false
        /// The operations that wait for one of all URLs, and that operation itself.
        var held = Deque<Waiting>()

        /// Returns whether the operation may run now.
        mutating func admit(_ waiting: Waiting) -> Bool {
            guard let key = waiting.key else {
                guard busy.isEmpty else { return false }
                isExclusive = true
                return true
            }
            guard busy[key] == nil else {
                busy[key]?.append(waiting)
                return false
            }
            busy[key] = Deque()
            return true
        }

        mutating func add(_ waiting: Waiting) -> [Waiting] {
            held.append(waiting)
            return next()
        }

        /// Returns the operations that may run now.
        mutating func next() -> [Waiting] {
            var ready: [Waiting] = []
            while !isExclusive, let first = held.first {
                if first.key == nil, !busy.isEmpty { break }
                _ = held.popFirst()
                if admit(first) { ready.append(first) }
            }
            return ready
        }

        mutating func finish(_ key: CacheKey?) -> [Waiting] {
            guard let key else {
                isExclusive = false
                return next()
            }
            if let following = busy[key]?.popFirst() { return [following] }
            busy[key] = nil
            return next()
        }
    }

    private let state = InlineLocked(State())

    /// Runs an operation as soon as those before it are done.
    ///
    /// - Parameters:
    ///   - key: The URL, or `nil` if the operation concerns all.
    ///   - operation: The operation.
    func add(_ key: CacheKey?, _ operation: @escaping Operation) {
        start(state.withLock { $0.add(Waiting(key: key, operation: operation)) })
    }

    private func start(_ ready: [Waiting]) {
        for waiting in ready {
            waiting.operation { [self] in start(state.withLock { $0.finish(waiting.key) }) }
        }
    }
}
