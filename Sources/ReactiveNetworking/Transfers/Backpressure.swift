/// Tells whoever brings bytes when whoever takes them has enough for now, without holding a thread.
///
/// It closes when ``limit`` bytes wait to be taken, and opens when half of them have been.
final class Backpressure: Sendable {
    private struct State: Sendable {
        var waitingByteCount = 0
        var isClosed = false
        var isAbandoned = false
        var opening: (@Sendable () -> Void)?
    }

    static let standardLimit = 256 * 1_024

    private let limit: Int
    private let state = InlineLocked(State())

    init(limit: Int = Backpressure.standardLimit) {
        self.limit = limit
    }

    /// How many bytes wait to be taken.
    var waitingByteCount: Int { state.withLock { $0.waitingByteCount } }

    /// So many bytes have been brought.
    func enqueue(_ byteCount: Int) {
        state.withLock { state in
            state.waitingByteCount += byteCount
            if state.waitingByteCount >= limit, !state.isAbandoned { state.isClosed = true }
        }
    }

    /// So many bytes have been taken.
    func take(_ byteCount: Int) {
        open { state in
            state.waitingByteCount -= byteCount
            return state.waitingByteCount <= self.limit / 2
        }
    }

    /// Nobody will take any more: the gate is open for good.
    func abandon() {
        open { state in
            state.isAbandoned = true
            return true
        }
    }

    /// Whether the gate is closed; then `opening` runs once when it opens.
    func whenOpen(_ opening: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.isClosed else { return false }
            state.opening = opening
            return true
        }
    }

    private func open(if change: @Sendable (inout State) -> Bool) {
        let opening = state.withLock { state -> (@Sendable () -> Void)? in
            guard change(&state), state.isClosed else { return nil }
            state.isClosed = false
            defer { state.opening = nil }
            return state.opening
        }
        opening?()
    }
}
