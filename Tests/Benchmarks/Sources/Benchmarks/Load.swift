import ReactiveNetworking

/// A number of requests, with a limited number of them in flight. A tenth as many warm up.
struct Load: Sendable {
    /// A closure that begins one request, and calls back with a closure that returns the size of the complete body.
    typealias Begin = @Sendable (_ ended: @escaping @Sendable (() throws -> Int) -> Void) -> Void

    let count: Int
    let inFlight: Int

    /// Measures requests that end with a callback. Each lane begins its next request in the callback of the last.
    func measured(_ begin: @escaping Begin) async throws -> Cost {
        try await measured { left in
            try await withCheckedThrowingContinuation { continuation in
                Lane(left, begin, continuation).next()
            }
        }
    }

    /// Measures requests that are awaited. Each lane is a task.
    func measured(_ request: @escaping @Sendable () async throws -> Int) async throws -> Cost {
        try await measured { left in
            var sum = 0
            while left.take() { sum += try checked(await request()) }
            return sum
        }
    }

    private func measured(_ lane: @escaping @Sendable (Countdown) async throws -> Int) async throws -> Cost {
        _ = try await lanes(max(count / 10, inFlight), lane)
        return try await Cost.of { try await lanes(count, lane) }
    }

    private func lanes(_ count: Int, _ lane: @escaping @Sendable (Countdown) async throws -> Int) async throws -> Int {
        let left = Countdown(count)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<inFlight { group.addTask { try await lane(left) } }
            return try await group.reduce(0, +)
        }
    }
}

/// A chain of requests, one after the other, that begin until no more are wanted.
private final class Lane: Sendable {
    private let left: Countdown
    private let begin: Load.Begin
    private let continuation: CheckedContinuation<Int, any Error>
    private let sum = Locked(0)

    init(_ left: Countdown, _ begin: @escaping Load.Begin, _ continuation: CheckedContinuation<Int, any Error>) {
        self.left = left
        self.begin = begin
        self.continuation = continuation
    }

    func next() {
        guard left.take() else { return continuation.resume(returning: sum.withLock { $0 }) }
        begin { size in
            do {
                let byteCount = try checked(size())
                self.sum.withLock { $0 += byteCount }
                self.next()
            } catch {
                self.continuation.resume(throwing: error)
            }
        }
    }
}

private func checked(_ byteCount: Int) throws -> Int {
    guard byteCount > 0 else { throw Failure("a response has no body") }
    return byteCount
}

/// A number that lanes share.
private final class Countdown: Sendable {
    private let left: Locked<Int>

    init(_ count: Int) { left = Locked(count) }

    /// Takes one, and returns `false` if there is none.
    func take() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
