import Synchronization

/// Lets operations in one after the other, or a few at a time.
///
/// ```swift
/// let queue = RequestQueue(.limited(4), onFailure: .cancelAll)
/// queue.events.observeValues { print($0) }
///
/// network.send(request)
///     .queued(on: queue, priority: .high)
///     .start()
/// ```
///
/// It knows nothing of HTTP: it holds back the starts of producers. What waits begins in the order of its priority, and
/// within one in the order in which it came.
///
/// It may be used from any thread, and from inside its own hooks and the observers of what it runs: no lock is held while
/// they run. Operations are begun, and hooks are told, one at a time, by whichever thread has made it possible; a producer
/// that blocks in its start holds up the others.
///
/// What still waits when the queue is released is interrupted.
public final class RequestQueue: Sendable {
    /// How many operations run at a time.
    public enum Concurrency: Sendable, Hashable {
        /// One.
        case serial
        /// So many; at least one.
        case limited(Int)
        /// All of them.
        case unlimited
    }

    /// What becomes of the others when one fails.
    public enum FailureMode: Sendable, Hashable {
        /// Nothing.
        case `continue`
        /// Those that run and those that wait are interrupted, as by ``RequestQueue/cancelAll()``.
        case cancelAll
    }

    /// Which of those that wait begins first.
    public enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// After everything else.
        case veryLow
        /// Before the lowest.
        case low
        /// The one of most.
        case normal
        /// Before most.
        case high
        /// Before everything else.
        case veryHigh

        /// Whether the left one begins later.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The hooks: what happens in the queue, in order; see ``RequestQueue.Event``.
    public let events: Signal<RequestQueue.Event, Never>

    /// How the operations that have begun end, with the request that each was: one value for each, right before its
    /// ``RequestQueue.Event/afterEach(_:_:)``.
    ///
    /// ```swift
    /// queue.reports.observeValues { print($0.request?.url ?? "-", $0.error ?? "succeeded") }
    /// ```
    ///
    /// Those operations are told of that begin after this property was first read.
    public var reports: Signal<RequestQueue.Report, Never> {
        areOutcomesWanted.store(true, ordering: .relaxed)
        return outcomeOutput
    }

    /// How many operations are in the queue, waiting or running. It is up to date when a hook is told.
    public let operationCount: Property<Int>

    private let hooks: Signal<RequestQueue.Event, Never>.Observer
    private let outcomeOutput: Signal<RequestQueue.Report, Never>
    private let outcomeInput: Signal<RequestQueue.Report, Never>.Observer
    private let areOutcomesWanted = Atomic(false)
    private let count = MutableProperty(0)
    private let state: Locked<QueueState>

    /// An empty queue that is not suspended.
    ///
    /// - Parameters:
    ///   - width: how many operations run at a time.
    ///   - onFailure: what becomes of the others when one fails.
    public init(_ width: Concurrency = .serial, onFailure: FailureMode = .continue) {
        (events, hooks) = Signal.pipe()
        (outcomeOutput, outcomeInput) = Signal.pipe()
        operationCount = Property(capturing: count)
        state = Locked(QueueState(limit: width.limit, cancelsOnFailure: onFailure == .cancelAll))
    }

    /// What runs keeps the queue, so that all there is waits.
    deinit {
        state.withLock { $0.cancelAll() }
        while let step = state.withLock({ $0.nextStep() }) {
            if case .interrupt(let entry) = step { entry.interrupt() }
        }
    }

    /// Whether it begins nothing at present.
    public var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Begins nothing more; what runs goes on.
    public func suspend() { state.withLock { $0.isSuspended = true } }

    /// Begins what waits, as far as there is room.
    public func resume() { change { $0.isSuspended = false } }

    /// Interrupts what runs and what waits. What is added from now on is not concerned.
    public func cancelAll() { change { $0.cancelAll() } }

    // The operations' side

    /// Adds an operation, which begins at the next ``proceed()`` at the earliest.
    func enqueue(_ entry: QueueEntry, _ priority: Priority) -> Int {
        state.withLock { $0.enqueue(entry, priority) }
    }

    /// What goes along with an operation that begins, if anybody wants to know how it ends.
    func ticket(for number: Int) -> QueueTicket? {
        guard areOutcomesWanted.load(ordering: .relaxed) else { return nil }
        let ticket = QueueTicket()
        state.withLock { $0.running[number]?.ticket = ticket }
        return ticket
    }

    /// Remembers how an operation ends, before its observer is told.
    func note(_ outcome: RequestQueue.Event.Completion, of number: Int) {
        state.withLock { $0.running[number]?.outcome = outcome }
    }

    /// Takes an operation out that has ended or is of no use any more.
    func leave(_ number: Int) {
        let entry = state.withLock { $0.leave(number) }
        withExtendedLifetime(entry) { proceed() }
    }

    private func change(_ change: (inout QueueState) -> Void) {
        state.withLock(change)
        proceed()
    }

    /// Does what there is to do, unless somebody is doing it: who adds, ends or cancels in the meantime leaves it to them.
    func proceed() {
        guard state.withLock({ $0.beginProceeding() }) else { return }
        while let step = state.withLock({ $0.nextStep() }) {
            switch step {
            case .tell(let event): hooks.send(value: event)
            case .report(let ticket, let number, let result):
                outcomeInput.send(value: ticket.outcome(number, result))
            case .count(let count): self.count.value = count
            case .start(let entry, let number): entry.start(self, number)
            case .interrupt(let entry): entry.interrupt()
            }
        }
    }
}

extension RequestQueue.Concurrency {
    fileprivate var limit: Int {
        switch self {
        case .serial: return 1
        case .limited(let count):
            precondition(count > 0, "A queue that lets in \(count) at a time lets in none")
            return count
        case .unlimited: return .max
        }
    }
}
