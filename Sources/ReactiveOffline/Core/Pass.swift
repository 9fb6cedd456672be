import ReactiveNetworking

/// One pass over lanes: a replay, or the way to the turn of one entry. A few lanes run at a time, and in each lane one
/// entry after the other is sent. All functions but ``cancel()`` run on the journal's thread.
final class Pass: Sendable {
    /// The end of a pass.
    enum End: Sendable {
        /// All lanes have ended, perhaps because of failures.
        case completed
        /// There was no network.
        case offline(Network.OperationError)
        /// The journal cannot be written.
        case failed(JournalError)
        /// The pass was stopped.
        case stopped
    }

    /// One lane, and the entries that the pass sends when it is the lane's turn.
    struct Lane: Sendable {
        let key: String
        let entries: @Sendable () -> [UInt64]
    }

    private struct State: Sendable {
        var lanes: Deque<Lane>
        var runningCount = 0
        var end: End?
        var hasEnded = false
        /// The lanes that are in use elsewhere, and whose turn the pass waits for.
        var awaited: Set<String> = []
        /// The entries that the pass is sending.
        var sends: Set<UInt64> = []
        /// The last failure for which a lane was left.
        var lastHold: Network.OperationError?
    }

    private let core: JournalCore
    private let width: Int
    /// Is told each delivery.
    private let tell: (@Sendable (Delivery) -> Void)?
    /// Is told how many of the entries were handled.
    private let count: (@Sendable (UInt64) -> Void)?
    private let completion: @Sendable (End, Network.OperationError?) -> Void
    private let state: Locked<State>

    init(
        _ core: JournalCore,
        _ lanes: [Lane],
        width: Int,
        tell: (@Sendable (Delivery) -> Void)? = nil,
        count: (@Sendable (UInt64) -> Void)? = nil,
        completion: @escaping @Sendable (End, Network.OperationError?) -> Void
    ) {
        self.core = core
        self.width = max(1, width)
        self.tell = tell
        self.count = count
        self.completion = completion
        var queue = Deque<Lane>()
        for lane in lanes { queue.append(lane) }
        state = Locked(State(lanes: queue))
    }

    func begin() {
        core.state.withLock { $0.passes[ObjectIdentifier(self)] = self }
        fill()
    }

    /// Lets the pass begin nothing more, from any thread.
    func cancel() { state.withLock { $0.end = $0.end ?? .stopped } }

    /// Ends the pass. What it sends is disposed of, and waits again.
    func stop() {
        cancel()
        for id in state.withLock({ $0.sends }) { core.state.withLock { $0.sends[id] }?.dispose() }
        // The passes after this one must not have to wait for lanes that it does not want any more.
        let awaited = state.withLock { state in
            defer { state.awaited = [] }
            state.runningCount -= state.awaited.count
            return state.awaited
        }
        for key in awaited { core.state.withLock { $0.lanes.withdraw(ObjectIdentifier(self), from: key) } }
        endIfDone()
    }

    private func fill() {
        while let lane = nextLane() {
            let isFree = core.state.withLock { state in
                state.lanes.take(lane.key, for: ObjectIdentifier(self)) { [self] in takeTurn(in: lane) }
            }
            if isFree {
                run(lane.key, lane.entries()[...])
            } else {
                state.withLock { _ = $0.awaited.insert(lane.key) }
            }
        }
        endIfDone()
    }

    private func takeTurn(in lane: Lane) {
        // The pass may have been stopped after the lane was given to it.
        guard state.withLock({ $0.awaited.remove(lane.key) != nil }) else { return passOn(lane.key) }
        run(lane.key, lane.entries()[...])
    }

    private func nextLane() -> Lane? {
        state.withLock { state in
            guard state.end == nil, state.runningCount < width, let lane = state.lanes.popFirst() else { return nil }
            state.runningCount += 1
            return lane
        }
    }

    private func endIfDone() {
        let end = state.withLock { state -> End? in
            guard state.runningCount == 0, !state.hasEnded, state.end != nil || state.lanes.isEmpty else { return nil }
            state.hasEnded = true
            return state.end ?? .completed
        }
        guard let end else { return }
        core.state.withLock { $0.passes[ObjectIdentifier(self)] = nil }
        completion(end, state.withLock { $0.lastHold })
    }

    /// Sends the entries of a lane that is this pass's.
    private func run(_ key: String, _ entries: ArraySlice<UInt64>) {
        if let hold = core.state.withLock({ $0.lanes.hold(of: key) }) {
            state.withLock { $0.lastHold = hold }
            return leave(key)
        }
        guard state.withLock({ $0.end == nil }), let id = entries.first else { return leave(key) }
        state.withLock { _ = $0.sends.insert(id) }
        core.send(id) { [self] outcome in
            state.withLock { _ = $0.sends.remove(id) }
            switch outcome {
            case .ended(let delivery), .parked(let delivery):
                core.tell(delivery, to: tell)
                count?(id)
            case .gone: count?(id)
            case .kept(let delivery, let error):
                core.tell(delivery, to: tell)
                core.state.withLock { $0.lanes.hold(key, for: error) }
                state.withLock { $0.lastHold = error }
                return leave(key)
            case .offline(let delivery, let error):
                core.tell(delivery, to: tell)
                state.withLock { state in
                    state.lastHold = error
                    state.end = state.end ?? .offline(error)
                }
                return leave(key)
            case .failed(let error):
                state.withLock { $0.end = $0.end ?? .failed(error) }
                return leave(key)
            case .interrupted: return leave(key)
            }
            // A lane of many entries that end at once takes no more stack than one.
            core.work.perform { [self] in run(key, entries.dropFirst()) }
        }
    }

    private func leave(_ key: String) {
        state.withLock { $0.runningCount -= 1 }
        passOn(key)
        fill()
    }

    private func passOn(_ key: String) {
        core.state.withLock { $0.lanes.leave(key) }.map { turn in core.work.perform(turn) }
    }
}
