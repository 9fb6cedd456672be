/// An operation in a queue.
struct QueueEntry: Sendable {
    /// Starts the operation, unless it has been disposed of.
    let start: @Sendable (RequestQueue, Int) -> Void
    /// Ends the operation, whether it has started or not.
    let interrupt: @Sendable () -> Void
    /// The outcome, once it is known.
    var outcome = RequestQueue.Event.Completion.cancelled
    /// The record for ``RequestQueue/reports``, if that is observed.
    var ticket: QueueTicket?
}

/// The decisions of a queue, without side effects.
struct QueueState: Sendable {
    /// An action for the queue, performed outside the lock, one at a time.
    enum Step: Sendable {
        case tell(RequestQueue.Event)
        case report(QueueTicket, Int, RequestQueue.Event.Completion)
        case count(Int)
        case start(QueueEntry, Int)
        case interrupt(QueueEntry)
    }

    let limit: Int
    let cancelsOnFailure: Bool
    /// The number of the suspension by the queue's user. Each property that suspends the queue has another.
    static let ownSuspension = 0

    private var suspensions: Set<Int> = []
    private var lastSuspension = Self.ownSuspension
    var running: [Int: QueueEntry] = [:]
    private var waiting = WaitingLine()
    private var steps = Deque<Step>()
    private var isProceeding = false
    private var lastNumber = 0
    private var lastCancelled = 0
    private var toldCount = 0
    /// A Boolean value that indicates whether any operation has failed since `beforeAll`; `nil` while the queue is
    /// idle.
    private var anyFailed: Bool?

    init(limit: Int, cancelsOnFailure: Bool) {
        self.limit = limit
        self.cancelsOnFailure = cancelsOnFailure
    }

    var isSuspended: Bool { !suspensions.isEmpty }

    private var count: Int { running.count + waiting.count }

    mutating func enqueue(_ entry: QueueEntry, _ priority: RequestQueue.Priority) -> Int {
        lastNumber += 1
        waiting.append(entry, lastNumber, priority)
        return lastNumber
    }

    mutating func addSuspension() -> Int {
        lastSuspension += 1
        return lastSuspension
    }

    mutating func suspend(_ isSuspended: Bool, _ number: Int) {
        if isSuspended { suspensions.insert(number) } else { suspensions.remove(number) }
    }

    /// - Returns: The removed entry. Release it outside the lock: it may own the last reference to an object whose
    ///   deinitializer runs user code.
    mutating func leave(_ number: Int) -> QueueEntry? {
        guard let entry = running.removeValue(forKey: number) else {
            let entry = waiting.remove(number)
            endIfIdle(afterRemoving: entry != nil)
            return entry
        }
        if let ticket = entry.ticket { steps.append(.report(ticket, number, entry.outcome)) }
        steps.append(.tell(.afterEach(number, entry.outcome)))
        if entry.outcome == .failed {
            anyFailed = true
            if cancelsOnFailure { cancelAll() }
        }
        endIfIdle(afterRemoving: true)
        return entry
    }

    /// Cancels all operations. Running ones leave the queue when they have ended.
    mutating func cancelAll() {
        lastCancelled = lastNumber
        let entries = running.sorted { $0.key < $1.key }.map(\.value) + waiting.removeAll()
        for entry in entries { steps.append(.interrupt(entry)) }
        endIfIdle(afterRemoving: !entries.isEmpty)
    }

    private mutating func endIfIdle(afterRemoving hasRemoved: Bool) {
        guard hasRemoved, count == 0, let anyFailed else { return }
        steps.append(.tell(.afterAll(anyFailed: anyFailed)))
        self.anyFailed = nil
    }

    /// - Returns: Whether the caller must perform the steps.
    mutating func beginProceeding() -> Bool {
        defer { isProceeding = true }
        return !isProceeding
    }

    /// Returns the next step. Another operation starts only when no other step is left, so that each decision takes all
    /// earlier events into account.
    mutating func nextStep() -> Step? {
        if toldCount != count {
            toldCount = count
            return .count(count)
        }
        if let step = steps.popFirst() {
            // Canceled by an observer of its own `beforeEach`: its interruption is the next step, so it must not
            // start.
            if case .start(_, let number) = step, number <= lastCancelled { return nextStep() }
            return step
        }
        guard !isSuspended, running.count < limit, let (number, entry) = waiting.popFirst() else {
            isProceeding = false
            return nil
        }
        running[number] = entry
        if anyFailed == nil {
            anyFailed = false
            steps.append(.tell(.beforeAll))
        }
        steps.append(.tell(.beforeEach(number)))
        steps.append(.start(entry, number))
        return steps.popFirst()
    }
}

/// The waiting operations, in the order in which they start.
private struct WaitingLine: Sendable {
    private var entries: [Int: QueueEntry] = [:]
    /// The numbers of each priority, the highest priority last. Some operations may have left already.
    private var numbers = Array(repeating: Deque<Int>(), count: RequestQueue.Priority.allCases.count)
    private var goneCount = 0

    var count: Int { entries.count }

    mutating func append(_ entry: QueueEntry, _ number: Int, _ priority: RequestQueue.Priority) {
        entries[number] = entry
        numbers[priority.rawValue].append(number)
    }

    mutating func popFirst() -> (Int, QueueEntry)? {
        for priority in numbers.indices.reversed() {
            while let number = numbers[priority].popFirst() {
                if let entry = entries.removeValue(forKey: number) { return (number, entry) }
                goneCount -= 1
            }
        }
        return nil
    }

    mutating func remove(_ number: Int) -> QueueEntry? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        goneCount += 1
        if goneCount > entries.count + 32 { forgetGone() }
        return entry
    }

    mutating func removeAll() -> [QueueEntry] {
        var all: [QueueEntry] = []
        while let (_, entry) = popFirst() { all.append(entry) }
        return all
    }

    private mutating func forgetGone() {
        for priority in numbers.indices {
            var rest = Deque<Int>()
            for number in numbers[priority].elements where entries[number] != nil { rest.append(number) }
            numbers[priority] = rest
        }
        goneCount = 0
    }
}
