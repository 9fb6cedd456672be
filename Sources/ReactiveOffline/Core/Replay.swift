import ReactiveNetworking

/// One start of a replay. Replays run one after the other; each takes the entries that wait when its turn comes (J16).
final class Replay: Sendable {
    private let core: JournalCore
    private let width: Int
    private let tell: @Sendable (Delivery) -> Void
    private let completion: @Sendable (_ wasOffline: Bool) -> Void
    private let interruption: @Sendable () -> Void
    private let pass = Locked<Pass?>(nil)
    private let remaining = Locked<Set<UInt64>>([])
    private let isDisposed = Locked(false)

    init(
        _ core: JournalCore,
        width: Int,
        tell: @escaping @Sendable (Delivery) -> Void,
        interruption: @escaping @Sendable () -> Void,
        completion: @escaping @Sendable (_ wasOffline: Bool) -> Void
    ) {
        self.core = core
        self.width = width
        self.tell = tell
        self.interruption = interruption
        self.completion = completion
    }

    /// Tells that the journal was closed.
    func interrupt() { interruption() }

    /// Begins when the replays before have ended.
    func begin() {
        core.work.perform { [self] in
            guard !isDisposed.withLock({ $0 }) else { return }
            guard !core.isClosed else { return core.replies.schedule { [self] in completion(false) }.ignored }
            let isFirst = core.state.withLock { state in
                state.replays.append(self)
                return state.replays.count == 1
            }
            if isFirst { run() }
        }
    }

    /// Ends. A replay that waits for its turn keeps its place, and does nothing when it has come.
    func dispose() {
        isDisposed.withLock { $0 = true }
        pass.withLock { $0 }?.cancel()
        core.work.perform { [self] in pass.withLock { $0 }?.stop() }
    }

    private func run() {
        guard !isDisposed.withLock({ $0 }) else { return finish(.stopped) }
        core.state.withLock { $0.lanes.endHolds() }
        let expired = core.expireParked()
        let waiting = core.index.withLock { index in index.items.filter { $0.entry.state == .waiting }.map(\.entry) }
        var keys: [String] = []
        var lanes: [String: [UInt64]] = [:]
        for entry in waiting {
            if lanes[entry.key] == nil { keys.append(entry.key) }
            lanes[entry.key, default: []].append(entry.id)
        }
        remaining.withLock { $0 = Set(waiting.map(\.id)) }
        let total = waiting.count
        core.setProgress(RequestJournal.Progress(done: 0, total: total))
        for delivery in expired { core.tell(delivery, to: tell) }
        let pass = Pass(
            core,
            keys.map { [lanes] key in Pass.Lane(key: key) { lanes[key] ?? [] } },
            width: width,
            tell: tell,
            count: { [self] id in
                let left = remaining.withLock { remaining in
                    remaining.remove(id)
                    return remaining.count
                }
                core.setProgress(RequestJournal.Progress(done: total - left, total: total))
            },
            completion: { [self] end, _ in finish(end) }
        )
        self.pass.withLock { $0 = pass }
        pass.begin()
    }

    private func finish(_ end: Pass.End) {
        pass.withLock { $0 = nil }
        let next = core.state.withLock { state in
            _ = state.replays.popFirst()
            return state.replays.first
        }
        var wasOffline = false
        if case .offline = end { wasOffline = true }
        core.replies.schedule { [completion, wasOffline] in completion(wasOffline) }
        if let next { core.work.perform { next.run() } }
    }
}

extension Optional where Wrapped == any Disposable {
    /// Nothing: the work that was scheduled is never cancelled.
    var ignored: Void { () }
}

extension JournalCore {
    func setProgress(_ progress: RequestJournal.Progress) {
        replies.schedule { [self] in self.progress.value = progress }
    }

    /// Ends the parked entries that have expired.
    fileprivate func expireParked() -> [Delivery] {
        let now = now()
        let items = index.withLock { index in
            index.items.filter { item in
                guard case .parked = item.entry.state, let expires = item.expires else { return false }
                return expires <= now
            }
        }
        var deliveries: [Delivery] = []
        for item in items {
            do throws(JournalError) {
                try end(item, .expired)
                deliveries.append(.expired(item.entry))
            } catch {
                if !error.isFailedSync { report(.failed(error)) }
                break
            }
        }
        return deliveries
    }
}
