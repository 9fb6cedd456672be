import ReactiveHTTPModel

/// Slots that are found by a hash value: a hash table with open addressing. The owner compares what is in the slots, so
/// that nothing is hashed here, and a lookup takes a fraction of the time that a dictionary takes.
///
/// The values must not be chosen by others: they are addresses of objects, or made by `Hasher`.
struct SlotTable: Sendable {
    private struct Entry {
        var hash = 0
        var slot = -1

        var isFree: Bool { slot < 0 }
    }

    /// None, or a power of two, of which half are free at least.
    private var entries: [Entry] = []
    private var shift = 64
    private(set) var count = 0

    /// Returns the slot with a hash value that `isMatch` accepts.
    func slot(hash: Int, where isMatch: (Int) -> Bool) -> Int? {
        guard !entries.isEmpty else { return nil }
        var index = home(of: hash)
        while true {
            let entry = entries[index]
            if entry.isFree { return nil }
            if entry.hash == hash, isMatch(entry.slot) { return entry.slot }
            index = (index + 1) & mask
        }
    }

    /// Adds a slot that is not in the table.
    mutating func insert(_ slot: Int, hash: Int) {
        if (count + 1) * 2 > entries.count { grow() }
        place(Entry(hash: hash, slot: slot))
        count += 1
    }

    /// Removes a slot that is in the table.
    mutating func remove(_ slot: Int, hash: Int) {
        guard !entries.isEmpty else { return }
        var index = home(of: hash)
        while entries[index].slot != slot {
            if entries[index].isFree { return }
            index = (index + 1) & mask
        }
        count -= 1
        close(index)
    }

    private var mask: Int { entries.count - 1 }

    /// Returns the index at which the search for a hash value begins.
    private func home(of hash: Int) -> Int {
        // Addresses differ in their middle bits. The product carries all of them into its upper bits.
        let product = UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product >> UInt64(shift))
    }

    private mutating func place(_ entry: Entry) {
        var index = home(of: entry.hash)
        while !entries[index].isFree { index = (index + 1) & mask }
        entries[index] = entry
    }

    /// Frees an entry, and moves those behind it forward that a search would not reach any more.
    private mutating func close(_ index: Int) {
        var gap = index
        var next = (index + 1) & mask
        while !entries[next].isFree {
            let entry = entries[next]
            if (next - home(of: entry.hash)) & mask >= (next - gap) & mask {
                entries[gap] = entry
                gap = next
            }
            next = (next + 1) & mask
        }
        entries[gap] = Entry()
    }

    private mutating func grow() {
        let placed = entries
        entries = Array(repeating: Entry(), count: max(16, placed.count * 2))
        shift = 64 - entries.count.trailingZeroBitCount
        for entry in placed where !entry.isFree { place(entry) }
    }
}
