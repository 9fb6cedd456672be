import ReactiveHTTPModel

/// Slots in a binary heap by the moments at which they are due. The position of each slot is known, so that it can be
/// removed or moved at any time without a search.
struct DueHeap: Sendable {
    private struct Entry {
        let due: Moment
        let slot: Int
    }

    private var entries: [Entry] = []
    /// The index of each slot in ``entries``, or -1.
    private var positions: [Int] = []

    /// The moment at which the first slot is due.
    var next: Moment? { entries.first?.due }

    /// The slot that is due first.
    var first: Int? { entries.first?.slot }

    /// Inserts a slot, or moves it.
    mutating func set(_ slot: Int, due: Moment) {
        while positions.count <= slot { positions.append(-1) }
        let entry = Entry(due: due, slot: slot)
        let position = positions[slot]
        if position >= 0 {
            move(entry, at: position)
        } else {
            entries.append(entry)
            rise(entry, from: entries.count - 1)
        }
    }

    /// Removes a slot that is in the heap.
    mutating func remove(_ slot: Int) {
        let position = positions[slot]
        positions[slot] = -1
        let last = entries.removeLast()
        if last.slot != slot { move(last, at: position) }
    }

    /// Puts an entry where it belongs, beginning at the position of an entry that it replaces.
    private mutating func move(_ entry: Entry, at position: Int) {
        if position > 0, entry.due < entries[(position - 1) / 2].due {
            rise(entry, from: position)
        } else {
            sink(entry, from: position)
        }
    }

    private mutating func rise(_ entry: Entry, from start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard entry.due < entries[parent].due else { break }
            place(entries[parent], at: position)
            position = parent
        }
        place(entry, at: position)
    }

    private mutating func sink(_ entry: Entry, from start: Int) {
        var position = start
        while true {
            var child = 2 * position + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].due < entries[child].due { child += 1 }
            guard entries[child].due < entry.due else { break }
            place(entries[child], at: position)
            position = child
        }
        place(entry, at: position)
    }

    private mutating func place(_ entry: Entry, at position: Int) {
        entries[position] = entry
        positions[entry.slot] = position
    }
}
