/// An operation of a queue, as the queue sees it.
struct QueueEntry: Sendable {
    /// Begins it, unless it is of no use any more.
    let start: @Sendable (RequestQueue, Int) -> Void
    /// Ends it, whether it has begun or not.
    let interrupt: @Sendable () -> Void
    /// How it ends, once that is known.
    var outcome = RequestQueue.Event.Completion.cancelled
    /// What else is known of it, if anybody wants to know.
    var ticket: QueueTicket?
}

/// What a queue decides, without doing any of it.
struct QueueState: Sendable {
    /// What there is to do, one thing at a time and outside the lock.
    enum Step: Sendable {
        case tell(RequestQueue.Event)
        case report(QueueTicket, Int, RequestQueue.Event.Completion)
        case count(Int)
        case start(QueueEntry, Int)
        case interrupt(QueueEntry)
    }

    let limit: Int
    let cancelsOnFailure: Bool
    var isSuspended = false
    var running: [Int: QueueEntry] = [:]
    private var waiting = WaitingLine()
    private var steps = Deque<Step>()
    private var isProceeding = false
    private var lastNumber = 0
    private var lastCancelled = 0
    private var toldCount = 0
    /// Since `beforeAll`: whether anything has failed; `nil` while the queue is idle.
    private var anyFailed: Bool?

    init(limit: Int, cancelsOnFailure: Bool) {
        self.limit = limit
        self.cancelsOnFailure = cancelsOnFailure
    }

    private var count: Int { running.count + waiting.count }

    mutating func enqueue(_ entry: QueueEntry, _ priority: RequestQueue.Priority) -> Int {
        lastNumber += 1
        waiting.append(entry, lastNumber, priority)
        return lastNumber
    }

    /// - Returns: what has left, to be released outside the lock: it may own the last reference to what runs code of its own
    ///   when it goes.
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

    /// Those that run leave when they have ended.
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

    /// - Returns: whether the caller is the one to proceed.
    mutating func beginProceeding() -> Bool {
        defer { isProceeding = true }
        return !isProceeding
    }

    /// The next thing to do. Only when nothing else is left another operation begins, so that each of them is decided on
    /// when all that happened before is known.
    mutating func nextStep() -> Step? {
        if toldCount != count {
            toldCount = count
            return .count(count)
        }
        if let step = steps.popFirst() {
            // Cancelled from inside its own `beforeEach`: it is interrupted next, and need not begin.
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

/// What waits, in the order in which it begins.
private struct WaitingLine: Sendable {
    private var entries: [Int: QueueEntry] = [:]
    /// The numbers of each priority, the highest last; some have left the line already.
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
