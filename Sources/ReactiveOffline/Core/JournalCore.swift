import ReactiveNetworking

/// The journal behind its producers. Everything that changes it is work on its own thread (J22).
final class JournalCore: Sendable {
    typealias Reply<Value> = @Sendable (Result<Value, JournalError>) -> Void

    let network: Network
    let configuration: RequestJournal.Configuration
    let work: any JournalWork
    /// The scheduler that events are sent on.
    let replies: any Scheduler
    let reporter: JournalReporter
    let count: MutableProperty<Int>
    let progress = MutableProperty(RequestJournal.Progress())
    let index: Locked<JournalIndex>
    /// The state that belongs to the journal's thread.
    let state: Locked<State>
    private let closing = Locked(false)

    struct State: Sendable {
        /// The files, or `nil` after they were closed.
        var store: JournalStore?
        /// The additions that wait for a sync.
        var pending: [@Sendable (Result<Void, JournalError>) -> Void] = []
        var lanes = Lanes()
        var sends: [UInt64: SerialDisposable] = [:]
        var watchers: [UInt64: Watcher] = [:]
        /// The replay under way, and those that wait for their turn.
        var replays = Deque<Replay>()
        var passes: [ObjectIdentifier: Pass] = [:]
        var hasReportedFailure = false
        /// The highest number that was given to an entry.
        var lastID: UInt64 = 0
    }

    init(
        path: String,
        network: Network,
        configuration: RequestJournal.Configuration,
        system: any JournalSystem
    ) throws(JournalError) {
        let opened = try JournalStore.open(path: path, system, configuration)
        self.network = network
        self.configuration = configuration
        if network.clock.isVirtual {
            let inline = InlineWork()
            (work, replies) = (inline, inline)
        } else {
            (work, replies) = (ThreadWork(), QueueScheduler(qos: .userInitiated, name: "RequestJournal"))
        }
        reporter = JournalReporter(opened.events, on: replies)
        count = MutableProperty(opened.index.count)
        index = Locked(opened.index)
        state = Locked(State(store: opened.store, lastID: opened.index.lastID))
    }

    /// A Boolean value that indicates whether calls fail as closed.
    var isClosed: Bool { closing.withLock { $0 } }

    var entries: [RequestJournal.Entry] { index.withLock { $0.items.map(\.entry) } }

    func item(_ id: UInt64) -> JournalIndex.Item? { index.withLock { $0[id] } }

    func now() -> Milliseconds { Milliseconds(configuration.wallClock()) }

    /// Runs work on the journal's thread, or fails if the journal is closed.
    func perform<Value: Sendable>(
        _ reply: @escaping Reply<Value>,
        _ job: @escaping @Sendable () throws(JournalError) -> Value
    ) {
        work.perform { [self] in
            let result: Result<Value, JournalError> = isClosed ? .failure(.closed) : Result(catching: job)
            replies.schedule { reply(result) }
        }
    }

    /// Closes the journal, after the write that is under way.
    func close() {
        let isFirst = closing.withLock { isClosing in
            defer { isClosing = true }
            return !isClosing
        }
        // Whoever closes it a second time waits for the first.
        guard isFirst else { return work.wait() }
        work.perform { [self] in
            let (sends, passes, replays, watchers) = state.withLock { state in
                (Array(state.sends.values), Array(state.passes.values), state.replays.elements, state.watchers)
            }
            for send in sends { send.dispose() }
            for pass in passes { pass.stop() }
            commit()
            let store = state.withLock { state in
                defer { state = State() }
                return state.store
            }
            withExtendedLifetime(store) {}
            replies.schedule {
                for replay in replays { replay.interrupt() }
                for watcher in watchers.values { watcher.interrupted() }
            }
        }
        work.wait()
    }
}

// Writing.
extension JournalCore {
    /// Works on the files. A seal and other code of the user may run meanwhile, which never waits for this lock: all
    /// functions of a journal only schedule work.
    func withStore<Value: Sendable>(
        _ body: (inout JournalStore) throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        try state.withLock { state throws(JournalError) in
            guard var store = state.store else { throw .closed }
            // Released meanwhile, so that nothing is copied.
            defer { state.store = store }
            return try body(&store)
        }
    }

    /// Writes records that everything later depends on, and waits until they are on the disk.
    func write(_ fill: (inout RecordBatch) throws(JournalError) -> Void) throws(JournalError) {
        do throws(JournalError) {
            try withStore { store throws(JournalError) in
                var batch = store.batch
                try fill(&batch)
                _ = try store.append(batch)
            }
        } catch {
            reportFailure()
            throw error
        }
        try synchronize().get()
    }

    /// Waits until everything is on the disk, and tells the additions that waited for it.
    @discardableResult
    func synchronize() -> Result<Void, JournalError> {
        let result = Result { () throws(JournalError) in
            try withStore { store throws(JournalError) in try store.synchronize() }
        }
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        for reply in pending { reply(result) }
        reportFailure()
        return result
    }

    /// Completes the additions that wait, and writes the file anew if that is due.
    func commit() {
        guard state.withLock({ !$0.pending.isEmpty }) else { return }
        if case .success = synchronize() { compactIfDue() }
    }

    func compactIfDue() {
        // Only this thread changes the index, and others may read it meanwhile.
        var compacted = index.withLock { $0 }
        do throws(JournalError) {
            let hasCompacted = try withStore { store throws(JournalError) in
                guard store.isWasteful(compacted) else { return false }
                try store.compact(&compacted)
                return true
            }
            guard hasCompacted else { return }
            index.withLock { $0 = compacted }
            report(.compacted)
        } catch {
            reportFailure()
            if !hasFailed { report(.failed(error)) }
        }
    }

    /// A Boolean value that indicates whether nothing can be written any more.
    private var hasFailed: Bool { state.withLock { $0.store?.failure != nil } }

    /// Tells once that nothing can be written any more.
    func reportFailure() {
        let failure = state.withLock { state -> JournalError? in
            guard !state.hasReportedFailure, let failure = state.store?.failure else { return nil }
            state.hasReportedFailure = true
            return failure
        }
        if let failure { report(.failed(failure)) }
    }

    /// Removes the file of a body that is not needed any more. If that fails, the next opening does it.
    func removeBody(of item: JournalIndex.Item) {
        guard item.body.isFile else { return }
        try? withStore { store throws(JournalError) in try store.bodies.remove(item.entry.id) }
    }
}

// Telling.
extension JournalCore {
    func report(_ event: JournalEvent) {
        let count = index.withLock { $0.count }
        replies.schedule { [self] in
            if self.count.value != count { self.count.value = count }
            reporter.send(event)
        }
    }

    /// Tells what happened to an entry to everybody who observes it.
    func tell(_ delivery: Delivery, to reply: (@Sendable (Delivery) -> Void)? = nil) {
        let watcher = state.withLock { state in
            if case .added = delivery { return nil as Watcher? }
            return state.watchers.removeValue(forKey: delivery.entry.id)
        }
        report(JournalEvent(delivery))
        guard reply != nil || watcher != nil else { return }
        replies.schedule {
            reply?(delivery)
            watcher?.delivered(delivery)
        }
    }
}

/// Somebody who waits for the outcome of one entry.
struct Watcher: Sendable {
    let delivered: @Sendable (Delivery) -> Void
    /// The entry has left the journal without an outcome.
    let removed: @Sendable () -> Void
    let interrupted: @Sendable () -> Void
}
