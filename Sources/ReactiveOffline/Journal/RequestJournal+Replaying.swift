import ReactiveNetworking

extension RequestJournal {
    /// Sends the entries that wait, in the order of addition.
    ///
    /// Each start is one replay. It takes the entries that wait when it begins; a second start waits for the first, and
    /// takes what came meanwhile. Every outcome is a value, and the producer completes at the end, or as soon as there
    /// is no network. With no entries it completes at once.
    ///
    /// - Parameter width: The number of lanes that are sent at a time. With 1, one request follows the other.
    /// - Returns: A producer of the outcomes.
    public func replay(width: Int = 1) -> SignalProducer<Delivery, Never> {
        SignalProducer { [core] observer, lifetime in
            let replay = Replay(core, width: width) {
                observer.send(value: $0)
            } interruption: {
                observer.sendInterrupted()
            } completion: { _ in
                observer.sendCompleted()
            }
            lifetime.observeEnded { replay.dispose() }
            replay.begin()
        }
    }

    /// Sends the entries that wait at each value of a trigger.
    ///
    /// ```swift
    /// journal.replay(whenever: Reachability.shared.status.producer.filter { $0 != .offline }).start()
    /// ```
    ///
    /// Values during a replay lead to one more after it. After replays that ended for lack of a network, at least 1, 2,
    /// 4 … 60 seconds pass before the next. The producer completes when the trigger has, and the last replay.
    ///
    /// - Parameters:
    ///   - width: The number of lanes that are sent at a time.
    ///   - trigger: The producer of the trigger. Its values are not looked at.
    /// - Returns: A producer of the outcomes.
    public func replay(
        width: Int = 1,
        whenever trigger: SignalProducer<some Sendable, Never>
    ) -> SignalProducer<Delivery, Never> {
        SignalProducer { [core] observer, lifetime in
            let replays = TriggeredReplays(core, width: width, observer)
            lifetime.observeEnded { replays.dispose() }
            lifetime += trigger.start { event in
                switch event {
                case .value: replays.trigger()
                case .completed, .interrupted: replays.endTrigger()
                }
            }
        }
    }
}

/// The replays of one start, one after the other (J19).
private final class TriggeredReplays: Disposable {
    private struct State: Sendable {
        enum Phase: Sendable {
            case idle
            case replaying(Replay?)
            case waiting
        }

        var phase = Phase.idle
        var isWanted = false
        var hasTriggerEnded = false
        /// The number of replays in a row that ended for lack of a network.
        var offlineCount = 0
        var isDisposed = false

        /// Returns whether a replay begins now.
        mutating func begin() -> Bool {
            guard case .idle = phase, isWanted, !isDisposed else { return false }
            phase = .replaying(nil)
            isWanted = false
            return true
        }

        var hasEnded: Bool {
            if case .replaying = phase { return false }
            return hasTriggerEnded && !isWanted && !isDisposed
        }
    }

    private let core: JournalCore
    private let width: Int
    private let observer: Signal<Delivery, Never>.Observer
    private let wait = SerialDisposable()
    private let state = Locked(State())

    init(_ core: JournalCore, width: Int, _ observer: Signal<Delivery, Never>.Observer) {
        self.core = core
        self.width = width
        self.observer = observer
    }

    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    func dispose() {
        let phase = state.withLock { state in
            state.isDisposed = true
            return state.phase
        }
        wait.dispose()
        if case .replaying(let replay) = phase { replay?.dispose() }
    }

    func trigger() {
        state.withLock { $0.isWanted = true }
        proceed()
    }

    func endTrigger() {
        state.withLock { $0.hasTriggerEnded = true }
        proceed()
    }

    private func proceed() {
        guard state.withLock({ $0.begin() }) else {
            if state.withLock({ $0.hasEnded }) { observer.sendCompleted() }
            return
        }
        let replay = Replay(core, width: width) { [observer] in
            observer.send(value: $0)
        } interruption: { [observer] in
            observer.sendInterrupted()
        } completion: { [self] wasOffline in
            end(wasOffline: wasOffline)
        }
        let isDisposed = state.withLock { state in
            if case .replaying = state.phase { state.phase = .replaying(replay) }
            return state.isDisposed
        }
        if !isDisposed { replay.begin() }
    }

    private func end(wasOffline: Bool) {
        let delay = state.withLock { state -> Duration? in
            state.offlineCount = wasOffline ? state.offlineCount + 1 : 0
            state.phase = wasOffline ? .waiting : .idle
            return wasOffline ? .seconds(min(60, 1 << min(6, state.offlineCount - 1))) : nil
        }
        guard let delay else { return proceed() }
        wait.inner = core.network.clock.schedule(after: delay) { [self] in
            state.withLock { $0.phase = .idle }
            proceed()
        }
        proceed()
    }
}
