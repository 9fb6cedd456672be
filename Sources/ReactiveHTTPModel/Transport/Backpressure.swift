import ReactiveCore

/// A gate that signals a producer of bytes to pause while the consumer is behind, without blocking a thread.
///
/// It closes when ``limit`` bytes wait for the consumer, and opens when half of them have been consumed.
package final class Backpressure: Sendable {
    private struct State: Sendable {
        var waitingByteCount = 0
        var isClosed = false
        var isAbandoned = false
        var opening: (@Sendable () -> Void)?
    }

    package static let standardLimit = 256 * 1_024

    package let limit: Int
    private let state = InlineLocked(State())

    package init(limit: Int = Backpressure.standardLimit) {
        self.limit = limit
    }

    /// The number of bytes that wait for the consumer.
    package var waitingByteCount: Int { state.withLock { $0.waitingByteCount } }

    /// A Boolean value that indicates whether the producer must wait.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Records bytes from the producer.
    package func enqueue(_ byteCount: Int) {
        state.withLock { state in
            state.waitingByteCount += byteCount
            if state.waitingByteCount >= limit, !state.isAbandoned { state.isClosed = true }
        }
    }

    /// Records bytes taken by the consumer.
    package func take(_ byteCount: Int) {
        open { state in
            state.waitingByteCount -= byteCount
            return state.waitingByteCount <= self.limit / 2
        }
    }

    /// Opens the gate permanently, because no further bytes will be consumed.
    package func abandon() {
        open { state in
            state.isAbandoned = true
            return true
        }
    }

    /// Returns whether the gate is closed. If it is, `opening` runs once when it opens.
    package func whenOpen(_ opening: @escaping @Sendable () -> Void) -> Bool {
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
