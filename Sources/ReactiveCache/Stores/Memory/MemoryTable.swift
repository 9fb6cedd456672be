import ReactiveNetworking

/// The place of a new record.
struct MemoryPlace: Sendable {
    let key: CacheKey
    let partition: CachePartition
    /// The partitions whose records it may replace.
    let rivals: [CachePartition]
}

/// The records of a store in memory, in the order of their use. Each operation takes the same time however many
/// records there are.
///
/// Removals return the records, so that the caller releases them outside its lock.
struct MemoryTable: Sendable {
    struct Entry: Sendable {
        var record: CacheRecord
        let body: MemoryBody
        var cost: Int
    }

    /// The cost of a record beside its texts and its body: its places in the tables.
    private static let overhead = 512

    private let maxByteCount: Int
    private var entries = Slab<Entry>()
    private var links = Links()
    /// The records, the least recently used first.
    private var order = Chain()
    private var keys: [CacheKey: [CachePartition: [Int]]] = [:]
    private var nextNumber: UInt64 = 0
    /// Differs if records came, went, or changed in between.
    private(set) var version: UInt64 = 0
    /// The bytes of the records.
    private(set) var byteCount = 0
    /// The bytes that writers hold.
    private(set) var reservedByteCount = 0

    init(maxByteCount: Int) {
        self.maxByteCount = maxByteCount
    }

    var recordCount: Int { entries.count }

    private static func cost(
        _ key: CacheKey,
        _ partition: CachePartition,
        _ metadata: CacheMetadata,
        _ body: MemoryBody
    ) -> Int {
        metadata.byteCount + key.url.utf8.count + partition.text.utf8.count + body.cost + overhead
    }

    /// Returns the slot of a record, or `nil` if it is gone.
    private func slot(of id: CacheRecord.ID) -> Int? {
        guard let slot = id.slot, entries.isUsed(slot), entries[slot].record.id == id else { return nil }
        return slot
    }

    func records(for key: CacheKey, in partitions: [CachePartition]) -> [CacheRecord] {
        guard let parts = keys[key] else { return [] }
        // Most often, a URL has one partition.
        guard parts.count == 1, let part = parts.first else {
            return partitions.flatMap { parts[$0]?.map { entries[$0].record } ?? [] }
        }
        return partitions.contains(part.key) ? records(at: part.value) : []
    }

    private func records(at slots: [Int]) -> [CacheRecord] {
        // Most often, a partition has one record, which costs less as a literal.
        slots.count == 1 ? [entries[slots[0]].record] : slots.map { entries[$0].record }
    }

    func records(for key: CacheKey, in partitions: CachePartitions) -> [CacheRecord] {
        guard let parts = keys[key] else { return [] }
        guard parts.count == 1, let part = parts.first else { return records(for: key, in: partitions.all) }
        return partitions.contains(part.key) ? records(at: part.value) : []
    }

    func records(for key: CacheKey) -> [CacheRecord] {
        keys[key]?.values.flatMap { $0.map { entries[$0].record } } ?? []
    }

    func metadata(of id: CacheRecord.ID) -> CacheMetadata? { slot(of: id).map { entries[$0].record.metadata } }

    /// All records, the most recently used first.
    var records: [CacheRecord] {
        var records: [CacheRecord] = []
        records.reserveCapacity(entries.count)
        var next = order.last
        while let slot = next {
            records.append(entries[slot].record)
            next = links.slot(before: slot)
        }
        return records
    }

    /// Returns the body of a record, and marks it as used.
    mutating func use(_ id: CacheRecord.ID) -> MemoryBody? {
        guard let slot = slot(of: id) else { return nil }
        links.remove(slot, from: &order)
        links.append(slot, to: &order)
        return entries[slot].body
    }

    /// Adds a record in the place of others; returns `nil`, and changes nothing, if it does not fit.
    mutating func insert(
        _ metadata: CacheMetadata,
        _ body: MemoryBody,
        at place: MemoryPlace,
        replacing records: [CacheRecord]
    ) -> (record: CacheRecord, removed: [Entry], evicted: [Entry])? {
        let cost = Self.cost(place.key, place.partition, metadata, body)
        guard cost <= maxByteCount - reservedByteCount else { return nil }
        version += 1
        if let slot = slot(at: place, ofOnly: records) {
            let old = entries[slot]
            let record = record(metadata, body, at: place, slot)
            entries[slot] = Entry(record: record, body: body, cost: cost)
            byteCount += cost - old.cost
            links.remove(slot, from: &order)
            links.append(slot, to: &order)
            return (record, [old], evict(toFit: 0, except: slot))
        }
        let removed = records.compactMap { remove($0.id) }
        let evicted = evict(toFit: cost)
        let record = record(metadata, body, at: place, entries.nextSlot)
        let slot = entries.insert(Entry(record: record, body: body, cost: cost))
        links.append(slot, to: &order)
        keys[place.key, default: [:]][place.partition, default: []].append(slot)
        byteCount += cost
        return (record, removed, evicted)
    }

    /// Returns the slot of the only record that a new one replaces, if the new one can take its place in the tables.
    private func slot(at place: MemoryPlace, ofOnly records: [CacheRecord]) -> Int? {
        guard records.count == 1, let slot = slot(of: records[0].id), entries[slot].record.key == place.key,
            entries[slot].record.partition == place.partition
        else { return nil }
        return slot
    }

    private mutating func record(
        _ metadata: CacheMetadata,
        _ body: MemoryBody,
        at place: MemoryPlace,
        _ slot: Int
    ) -> CacheRecord {
        nextNumber += 1
        return CacheRecord(
            id: CacheRecord.ID(slot: slot, number: nextNumber),
            key: place.key,
            partition: place.partition,
            metadata: metadata,
            bodyByteCount: body.byteCount
        )
    }

    /// Replaces the metadata of a record. Others make room if it grows, or it goes itself if it is alone.
    mutating func update(
        _ id: CacheRecord.ID,
        with metadata: CacheMetadata
    ) -> (record: CacheRecord?, evicted: [Entry]) {
        guard let slot = slot(of: id) else { return (nil, []) }
        version += 1
        let old = entries[slot].record
        let record = CacheRecord(
            id: id,
            key: old.key,
            partition: old.partition,
            metadata: metadata,
            bodyByteCount: old.bodyByteCount
        )
        let cost = Self.cost(old.key, old.partition, metadata, entries[slot].body)
        byteCount += cost - entries[slot].cost
        entries[slot].record = record
        entries[slot].cost = cost
        var evicted = evict(toFit: 0, except: slot)
        guard byteCount <= maxByteCount - reservedByteCount else {
            if let entry = remove(id) { evicted.append(entry) }
            return (nil, evicted)
        }
        return (record, evicted)
    }

    mutating func remove(_ id: CacheRecord.ID) -> Entry? {
        guard let slot = slot(of: id) else { return nil }
        version += 1
        links.remove(slot, from: &order)
        let entry = entries.remove(at: slot)
        byteCount -= entry.cost
        let (key, partition) = (entry.record.key, entry.record.partition)
        keys[key]?[partition]?.removeAll { $0 == slot }
        if keys[key]?[partition]?.isEmpty == true { keys[key]?[partition] = nil }
        if keys[key]?.isEmpty == true { keys[key] = nil }
        return entry
    }

    /// Counts bytes of a writer; returns `nil`, and counts nothing, if they do not fit beside those of other writers.
    mutating func reserve(_ count: Int) -> [Entry]? {
        guard count <= maxByteCount - reservedByteCount else { return nil }
        let evicted = evict(toFit: count)
        reservedByteCount += count
        return evicted
    }

    mutating func release(_ count: Int) { reservedByteCount -= count }

    private mutating func evict(toFit count: Int, except kept: Int? = nil) -> [Entry] {
        var evicted: [Entry] = []
        while byteCount + count > maxByteCount - reservedByteCount, let oldest = oldest(except: kept) {
            if let entry = remove(entries[oldest].record.id) { evicted.append(entry) }
        }
        return evicted
    }

    private func oldest(except kept: Int?) -> Int? {
        guard let first = order.first, first == kept else { return order.first }
        return links.slot(after: first)
    }
}

/// The slot of a record and its number, in letters of four bits, so that the record is found without a table.
extension CacheRecord.ID {
    fileprivate init(slot: Int, number: UInt64) {
        let slot = UInt64(slot)
        let (slotCount, numberCount) = (Self.letterCount(slot), Self.letterCount(number))
        let text = String(unsafeUninitializedCapacity: slotCount + 1 + numberCount) { buffer in
            for index in 0..<slotCount { buffer[index] = Self.letter(slot, slotCount - 1 - index) }
            buffer[slotCount] = Self.separator
            for index in 0..<numberCount {
                buffer[slotCount + 1 + index] = Self.letter(number, numberCount - 1 - index)
            }
            return slotCount + 1 + numberCount
        }
        self.init(rawValue: text)
    }

    fileprivate var slot: Int? {
        var slot = 0
        for byte in rawValue.utf8 {
            if byte == Self.separator { return slot }
            let bits = Int(byte) - Int(Self.firstLetter)
            guard 0..<16 ~= bits, slot <= Int32.max else { return nil }
            slot = slot << 4 | bits
        }
        return nil
    }

    private static let firstLetter = UInt8(ascii: "a")
    private static let separator = UInt8(ascii: ".")

    private static func letterCount(_ number: UInt64) -> Int { (64 - number.leadingZeroBitCount + 3) / 4 }

    private static func letter(_ number: UInt64, _ index: Int) -> UInt8 {
        firstLetter + UInt8(number >> (4 * UInt64(index)) & 15)
    }
}
