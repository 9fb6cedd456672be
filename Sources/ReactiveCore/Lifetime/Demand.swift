/// A source that stops while its consumer has not taken the values that it was sent.
@usableFromInline
package protocol PacedSource: AnyObject, Sendable {
    /// Notes that the consumer has taken all values.
    func consumerCaughtUp()
}

/// The pace of a consumer that takes one value at a time, for the sources of a chain.
///
/// A source whose values are expensive, such as pages that are requested one by one, waits until the consumer asks. A
/// source whose values arrive by themselves, such as events, stops while the consumer is behind. A consumer without a
/// demand takes everything.
///
/// All inputs of a chain have the demand of its end, with one exception: an operator that keeps values for later gives
/// its input a demand of its own, below that of its consumer. Sources before it stop while it keeps values, and sources
/// behind it do not, because it may wait for their end.
@usableFromInline
final class Demand: PacedSource {
    private struct State: Sendable {
        var isAsking = false
        /// The work of the sources that wait for the consumer to ask.
        var actions: [@Sendable () -> Void] = []
        /// The number of values, or of groups of values, that wait here.
        var heldCount = 0
        var sources = Bag<any PacedSource>()
    }

    private let state = InlineLocked(State())
    /// The demand of the consumer, if this is that of an operator which keeps values for it.
    private let parent: Demand?
    /// The number of values that may wait here before a source is not asked for another one.
    private let capacity: Int

    init(below parent: Demand? = nil, capacity: Int = 1) {
        self.parent = parent
        self.capacity = capacity
    }

    // The consumer's side

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

    /// Notes that values wait here.
    @usableFromInline
    func hold() { state.withLock { $0.heldCount += 1 } }

    /// Notes that values which waited here have gone on. Call it outside all locks: sources go on.
    @usableFromInline
    func release() {
        let (isEmpty, actions) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            state.heldCount -= 1
            guard parent != nil, state.heldCount < capacity else { return (state.heldCount == 0, []) }
            defer { state.actions = [] }
            return (state.heldCount == 0, state.actions)
        }
        for action in actions { parent?.whenAsked(action) }
        if isEmpty { consumerCaughtUp() }
    }

    // The sources' side

    /// Runs `action` as soon as the consumer waits for a value: now, or inside its next request.
    func whenAsked(_ action: @escaping @Sendable () -> Void) {
        let mayAsk = state.withLock { state in
            let mayAsk = parent == nil ? state.isAsking : state.heldCount < capacity
            if !mayAsk { state.actions.append(action) }
            return mayAsk
        }
        guard mayAsk else { return }
        if let parent { parent.whenAsked(action) } else { action() }
    }

    /// A Boolean value that indicates whether values wait between the sources and the consumer.
    var isBehind: Bool { state.withLock { $0.heldCount > 0 } || parent?.isBehind ?? false }

    func add(_ source: any PacedSource) -> Bag<any PacedSource>.Token { state.withLock { $0.sources.insert(source) } }

    func remove(_ token: Bag<any PacedSource>.Token) {
        // The source is released outside the lock.
        _ = state.withLock { $0.sources.remove(using: token) }
    }

    /// Lets the sources go on, unless values wait here or nearer to the consumer.
    @usableFromInline
    package func consumerCaughtUp() {
        guard !isBehind else { return }
        for slot in state.withLock({ $0.sources }).slots { slot.element?.consumerCaughtUp() }
    }
}
