/// The demand of a consumer that asks for one value at a time.
///
/// A source whose values are expensive, such as pages that are requested one by one, waits until its consumer asks. A
/// consumer without a demand takes everything.
final class Demand: Sendable {
    private struct State: Sendable {
        var isAsking = false
        /// The work of the sources that wait.
        var actions: [@Sendable () -> Void] = []
    }

    private let state = InlineLocked(State())

    /// Notes that the consumer waits for a value.
    ///
    /// - Returns: The work of the sources that have waited for this, to be run outside all locks.
    func ask() -> [@Sendable () -> Void] {
        state.withLock { state in
            state.isAsking = true
            defer { state.actions = [] }
            return state.actions
        }
    }

    /// Notes that the consumer has received a value.
    func satisfy() { state.withLock { $0.isAsking = false } }

    /// Runs `action` as soon as the consumer waits for a value: now, or inside its next request.
    func whenAsked(_ action: @escaping @Sendable () -> Void) {
        let isAsking = state.withLock { state in
            if !state.isAsking { state.actions.append(action) }
            return state.isAsking
        }
        if isAsking { action() }
    }
}
