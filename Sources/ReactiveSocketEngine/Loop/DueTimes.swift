import ReactiveCore
import ReactiveHTTPModel

/// The instants at which keys are due, one for each key: timers of a loop. Every operation takes logarithmic time.
struct DueTimes<Key: Hashable & Sendable>: Sendable {
    private var slots: [Key: Int] = [:]
    private var keys = Slab<Key>()
    private var heap = DueHeap()

    /// The number of keys.
    var count: Int { slots.count }

    /// The earliest instant at which a key is due.
    var next: Moment? { heap.next }

    /// Sets the instant at which a key is due, and replaces an earlier one.
    mutating func set(_ key: Key, due: Moment) {
        heap.set(Self.slot(of: key, in: &slots[key, default: Self.newSlot], among: &keys), due: due)
    }

    /// Returns whether a key is set.
    func contains(_ key: Key) -> Bool { slots[key] != nil }

    /// Removes a key.
    ///
    /// - Returns: Whether the key was set.
    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        guard let slot = slots.removeValue(forKey: key) else { return false }
        release(slot)
        return true
    }

    /// Removes the key that is due first and returns it, or `nil` if none is due at `now`.
    mutating func popDue(at now: Moment) -> Key? {
        guard let slot = heap.first, let due = heap.next, due <= now else { return nil }
        let key = keys[slot]
        slots[key] = nil
        release(slot)
        return key
    }

    /// The number of slots for which there is memory.
    var slotCount: Int { keys.slotCount }

    private static var newSlot: Int { -1 }

    private static func slot(of key: Key, in slot: inout Int, among keys: inout Slab<Key>) -> Int {
        if slot == newSlot { slot = keys.insert(key) }
        return slot
    }

    private mutating func release(_ slot: Int) {
        heap.remove(slot)
        _ = keys.remove(at: slot)
        if keys.slotCount > 1_024, keys.count < keys.slotCount / 8 { shrink() }
    }

    /// Gives back the memory of a time with many more keys.
    private mutating func shrink() {
        var smaller = DueTimes()
        while let slot = heap.first, let due = heap.next {
            smaller.set(keys[slot], due: due)
            heap.remove(slot)
        }
        self = smaller
    }
}
