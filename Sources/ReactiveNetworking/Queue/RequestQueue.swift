import Synchronization

/// A queue that runs a limited number of operations at a time.
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
/// The queue is independent of HTTP: it delays the starts of producers. Waiting operations start in the order of their
/// priority, and within a priority in the order of their arrival.
///
/// The queue may be used from any thread, and from observers of its events and of its operations: no lock is held while
/// they run. Starts and events are serialized on the thread that caused them; a producer that blocks while it starts
/// delays the others.
///
/// Operations that are waiting when the queue is released are interrupted.
public final class RequestQueue: Sendable {
    /// The number of operations that run at a time.
    public enum Concurrency: Sendable, Hashable {
        /// One at a time.
        case serial
        /// At most this number at a time; at least 1.
        case limited(Int)
        /// All at once.
        case unlimited
    }

    /// The effect of a failure on the other operations.
    public enum FailureMode: Sendable, Hashable {
        /// The other operations continue.
        case `continue`
        /// All running and waiting operations are interrupted, as by ``RequestQueue/cancelAll()``.
        case cancelAll
    }

    /// The order in which waiting operations start.
    public enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// The lowest priority.
        case veryLow
        /// A priority below normal.
        case low
        /// The default priority.
        case normal
        /// A priority above normal.
        case high
        /// The highest priority.
        case veryHigh

        /// Returns whether `left` starts later than `right`.
        ///
        /// - Parameters:
        ///   - left: A priority.
        ///   - right: Another priority.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The events of the queue, in order.
    public let events: Signal<RequestQueue.Event, Never>

    /// The outcomes of operations with their requests: one value for each operation that has begun, sent right before
    /// its ``RequestQueue/Event/afterEach(_:_:)``.
    ///
    /// ```swift
    /// queue.reports.observeValues { print($0.request?.url ?? "-", $0.error ?? "succeeded") }
    /// ```
    ///
    /// Only operations that begin after this property was first read are reported.
    public var reports: Signal<RequestQueue.Report, Never> {
        areOutcomesWanted.store(true, ordering: .relaxed)
        return outcomeOutput
    }

    /// The operations that begin, with their requests: one value for each operation that sends a request at its start,
    /// after its ``RequestQueue/Event/beforeEach(_:)`` and before anything is sent.
    ///
    /// ```swift
    /// queue.beginnings.observeValues { print($0.number, $0.request.url) }
    /// ```
    ///
    /// Only operations that begin after this property was first read are reported.
    public var beginnings: Signal<RequestQueue.Beginning, Never> {
        areBeginningsWanted.store(true, ordering: .relaxed)
        return beginningOutput
    }

    /// The number of operations that wait or run. It is up to date when an event is sent.
    public let operationCount: Property<Int>

    private let hooks: Signal<RequestQueue.Event, Never>.Observer
    private let outcomeOutput: Signal<RequestQueue.Report, Never>
    private let outcomeInput: Signal<RequestQueue.Report, Never>.Observer
    private let areOutcomesWanted = Atomic(false)
    private let beginningOutput: Signal<RequestQueue.Beginning, Never>
    private let beginningInput: Signal<RequestQueue.Beginning, Never>.Observer
    private let areBeginningsWanted = Atomic(false)
    private let count = MutableProperty(0)
    /// The observations of the properties that suspend the queue.
    let suspensions = CompositeDisposable()
    private let state: Locked<QueueState>

    /// Creates an empty queue that is not suspended.
    ///
    /// - Parameters:
    ///   - width: The number of operations that run at a time.
    ///   - onFailure: The effect of a failure on the other operations.
    public init(_ width: Concurrency = .serial, onFailure: FailureMode = .continue) {
        (events, hooks) = Signal.pipe()
        (outcomeOutput, outcomeInput) = Signal.pipe()
        (beginningOutput, beginningInput) = Signal.pipe()
        operationCount = Property(capturing: count)
        state = Locked(QueueState(limit: width.limit, cancelsOnFailure: onFailure == .cancelAll))
    }

    /// Interrupts the waiting operations. None are running, because they retain the queue.
    deinit {
        suspensions.dispose()
        state.withLock { $0.cancelAll() }
        while let step = state.withLock({ $0.nextStep() }) {
            if case .interrupt(let entry) = step { entry.interrupt() }
        }
    }

    /// A Boolean value that indicates whether the queue is suspended and starts no operations.
    public var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Suspends the queue: no further operations start, and running ones continue.
    public func suspend() { suspend(true, QueueState.ownSuspension) }

    /// Resumes the queue and starts waiting operations, unless a property of ``suspended(while:)`` prevents it.
    public func resume() { suspend(false, QueueState.ownSuspension) }

    /// Returns a number for another suspension.
    func addSuspension() -> Int { state.withLock { $0.addSuspension() } }

    /// Begins or ends a suspension.
    func suspend(_ isSuspended: Bool, _ number: Int) {
        change { $0.suspend(isSuspended, number) }
    }

    /// Interrupts all running and waiting operations. Operations that are added later are not affected.
    public func cancelAll() { change { $0.cancelAll() } }

    /// Adds an operation, which starts at the next ``proceed()`` at the earliest.
    func enqueue(_ entry: QueueEntry, _ priority: Priority) -> Int {
        state.withLock { $0.enqueue(entry, priority) }
    }

    /// Returns a record for an operation that starts, if ``reports`` or ``beginnings`` is in use.
    func ticket(for number: Int) -> QueueTicket? {
        let isBeginningWanted = areBeginningsWanted.load(ordering: .relaxed)
        guard isBeginningWanted || areOutcomesWanted.load(ordering: .relaxed) else { return nil }
        let ticket = QueueTicket(begins: isBeginningWanted ? beginning(of: number) : nil)
        state.withLock { $0.running[number]?.ticket = ticket }
        return ticket
    }

    private func beginning(of number: Int) -> @Sendable (Request) -> Void {
        { [beginningInput] request in
            beginningInput.send(value: RequestQueue.Beginning(number: number, request: request))
        }
    }

    /// Records how an operation ends, before its observer receives the event.
    func note(_ outcome: RequestQueue.Event.Completion, of number: Int) {
        state.withLock { $0.running[number]?.outcome = outcome }
    }

    /// Removes an operation that has ended or was disposed of.
    func leave(_ number: Int) {
        let entry = state.withLock { $0.leave(number) }
        withExtendedLifetime(entry) { proceed() }
    }

    private func change(_ change: (inout QueueState) -> Void) {
        state.withLock(change)
        proceed()
    }

    /// Performs all steps, unless another thread is doing so; that thread then performs the new steps too.
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
            require(count > 0, "A queue must run at least one operation at a time, not \(count)")
            return count
        case .unlimited: return .max
        }
    }
}
