/// A queue of actions, ordered by time and then by insertion.
///
/// The queue is a binary heap and never re-sorts. A canceled entry releases its action immediately, and its place when
/// its time comes.
package struct TimedQueue: Sendable {
    /// An action that waits for its time. Disposing of the entry releases the action.
    package final class Entry: Disposable {
        package let time: SchedulerInstant
        fileprivate let number: UInt64
        private let action: OnceClosure

        fileprivate init(time: SchedulerInstant, number: UInt64, action: @escaping @Sendable () -> Void) {
            self.time = time
            self.number = number
            self.action = OnceClosure(action)
        }

        package var isDisposed: Bool { action.isSpent }

        package func dispose() { _ = take() }

        /// Returns the action for the caller to run, or `nil` if it was cancelled.
        package func take() -> (@Sendable () -> Void)? { action.take() }

        fileprivate func precedes(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    private var heap: ContiguousArray<Entry> = []
    private var nextNumber: UInt64 = 0
    private var sweepThreshold = 64

    package init() {}

    /// Returns the time of the earliest action that was not canceled.
    package mutating func nextTime() -> SchedulerInstant? {
        while let first = heap.first {
            guard first.isDisposed else { return first.time }
            _ = removeFirst()
        }
        return nil
    }

    /// The number of actions that were not canceled.
    package var count: Int { heap.count { !$0.isDisposed } }

    /// The number of entries in memory, including canceled ones.
    package var slotCount: Int { heap.count }

    /// The times of the actions that were not canceled, earliest first.
    package var times: [SchedulerInstant] { heap.filter { !$0.isDisposed }.map(\.time).sorted() }

    package mutating func insert(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> Entry {
        if heap.count >= sweepThreshold { sweep() }
        let entry = Entry(time: time, number: nextNumber, action: action)
        nextNumber += 1
        heap.append(entry)
        siftUp(from: heap.count - 1)
        return entry
    }

    /// Removes and returns the earliest entry that was not canceled and is due at `time`.
    package mutating func popDue(at time: SchedulerInstant) -> Entry? {
        guard let next = nextTime(), next <= time else { return nil }
        return removeFirst()
    }

    /// Removes canceled entries when they may be the majority, so that a million canceled timeouts cost no memory.
    private mutating func sweep() {
        heap.removeAll { $0.isDisposed }
        for index in stride(from: heap.count / 2, through: 0, by: -1) { siftDown(from: index) }
        sweepThreshold = max(64, heap.count * 2)
    }

    private mutating func removeFirst() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(from: 0)
        }
        return first
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < heap.count {
                if heap[child].precedes(heap[least]) { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
