import ReactiveNetworking

/// The entries of a journal that have not ended, without their bodies.
struct JournalIndex: Sendable {
    /// An entry, and where its record is.
    struct Item: Sendable {
        var entry: RequestJournal.Entry
        /// The range of the added record in the file.
        var offset: Int64
        var byteCount: Int64
        /// The number of the added record.
        var number: UInt64
        var body: Recipe.BodyPlace
        /// A Boolean value that indicates whether sending the request twice is harmless by itself, without a key.
        var isIdempotent: Bool
        /// A Boolean value that indicates whether an attempt has begun whose outcome is not known.
        var hasBegun = false
        /// A Boolean value that indicates whether the entry is parked for what was found on opening, which no record
        /// says.
        var isParkedByOpening = false
        /// The time of expiry.
        var expires: Milliseconds?

        /// The bytes that count for the limit of a journal.
        var cost: Int64 { byteCount + body.fileByteCount }
    }

    /// An item out of line, so that the table stays small.
    private final class Box: Sendable {
        let item: Item

        init(_ item: Item) {
            self.item = item
        }
    }

    private var boxes: [UInt64: Box] = [:]
    /// The numbers of entries in ascending order, with some that have ended.
    private var order: [UInt64] = []
    /// The bytes of all entries: their added records and the files of their bodies.
    private(set) var cost: Int64 = 0
    /// The bytes of the added records.
    private(set) var recordByteCount: Int64 = 0
    /// The highest number that an entry ever had.
    private(set) var lastID: UInt64 = 0

    var count: Int { boxes.count }

    /// The items in ascending order of their numbers.
    var items: some Sequence<Item> { order.lazy.compactMap { boxes[$0]?.item } }

    subscript(id: UInt64) -> Item? { boxes[id]?.item }

    mutating func insert(_ item: Item) {
        let id = item.entry.id
        guard boxes[id] == nil else { return }
        note(id)
        boxes[id] = Box(item)
        if let last = order.last, last >= id {
            let place = order.firstIndex { $0 >= id } ?? order.endIndex
            if order[place] != id { order.insert(id, at: place) }
        } else {
            order.append(id)
        }
        cost += item.cost
        recordByteCount += item.byteCount
    }

    /// Notes that a number was used.
    mutating func note(_ id: UInt64) { lastID = max(lastID, id) }

    mutating func update(_ id: UInt64, _ change: (inout Item) -> Void) {
        guard let box = boxes[id] else { return }
        var item = box.item
        cost -= item.cost
        recordByteCount -= item.byteCount
        change(&item)
        cost += item.cost
        recordByteCount += item.byteCount
        boxes[id] = Box(item)
    }

    @discardableResult
    mutating func remove(_ id: UInt64) -> Item? {
        guard let item = boxes.removeValue(forKey: id)?.item else { return nil }
        cost -= item.cost
        recordByteCount -= item.byteCount
        if order.count > 32, order.count > 2 * boxes.count { order.removeAll { boxes[$0] == nil } }
        return item
    }

    /// Returns the numbers of the waiting entries of a lane, up to one of them.
    func waiting(in key: String, upTo last: UInt64) -> [UInt64] {
        items.prefix { $0.entry.id <= last }.filter { $0.entry.key == key && $0.entry.state == .waiting }
            .map(\.entry.id)
    }
}

// The meaning of records.
extension JournalIndex {
    /// Applies a record that was read.
    ///
    /// - Returns: Whether the record could be read.
    mutating func apply(_ record: RecordReader.Found) -> Bool {
        guard let kind = record.kind else { return true }
        var text = RecordTextReader(record.bytes, record.text)
        if kind == .added {
            var recipe = Recipe()
            guard recipe.read(&text) else { return false }
            if case .inline(let byteCount) = recipe.body, byteCount != Int64(record.body.count) { return false }
            note(recipe.id)
            insert(Item(recipe, number: record.number, offset: record.offset, byteCount: record.byteCount))
            return true
        }
        guard let change = Record.Change(&text) else { return false }
        note(change.id)
        switch kind {
        case .added: break
        case .begun: update(change.id) { $0.hasBegun = true }
        case .ended: remove(change.id)
        case .kept: update(change.id) { $0.keep(attempts: change.attempts, parked: change.reason) }
        case .unparked: update(change.id) { $0.unpark() }
        }
        return true
    }
}

extension JournalIndex.Item {
    init(_ recipe: Recipe, number: UInt64, offset: Int64, byteCount: Int64) {
        self.init(
            entry: recipe.entry,
            offset: offset,
            byteCount: byteCount,
            number: number,
            body: recipe.body,
            isIdempotent: recipe.method.isIdempotent || recipe.isMarkedRepeatable,
            expires: recipe.expires
        )
    }

    mutating func keep(attempts: Int, parked reason: String?) {
        hasBegun = false
        isParkedByOpening = false
        entry.attempts = attempts
        entry.state = reason.map { .parked(reason: $0) } ?? .waiting
    }

    mutating func unpark() {
        hasBegun = false
        isParkedByOpening = false
        entry.attempts = 0
        entry.state = .waiting
    }
}
