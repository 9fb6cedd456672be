import Foundation

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
    private var slots: [CacheRecord.ID: Int] = [:]
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

    private static func cost(_ record: CacheRecord, _ body: MemoryBody) -> Int {
        let texts = record.key.url.utf8.count + record.partition.text.utf8.count
        return record.metadata.byteCount + texts + body.cost + overhead
    }

    func records(for key: CacheKey, in partitions: [CachePartition]) -> [CacheRecord] {
        guard let parts = keys[key] else { return [] }
        // Most often, a URL has one partition.
        guard parts.count == 1, let part = parts.first else {
            return partitions.flatMap { parts[$0]?.map { entries[$0].record } ?? [] }
        }
        return partitions.contains(part.key) ? part.value.map { entries[$0].record } : []
    }

    func records(for key: CacheKey, in partitions: CachePartitions) -> [CacheRecord] {
        guard let parts = keys[key] else { return [] }
        guard parts.count == 1, let part = parts.first else { return records(for: key, in: partitions.all) }
        return partitions.contains(part.key) ? part.value.map { entries[$0].record } : []
    }

    func records(for key: CacheKey) -> [CacheRecord] {
        keys[key]?.values.flatMap { $0.map { entries[$0].record } } ?? []
    }

    func metadata(of id: CacheRecord.ID) -> CacheMetadata? { slots[id].map { entries[$0].record.metadata } }

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
        guard let slot = slots[id] else { return nil }
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
        let record = CacheRecord(
            id: CacheRecord.ID(rawValue: String(nextNumber)),
            key: place.key,
            partition: place.partition,
            metadata: metadata,
            bodyByteCount: body.byteCount
        )
        let cost = Self.cost(record, body)
        guard cost <= maxByteCount - reservedByteCount else { return nil }
        nextNumber += 1
        version += 1
        let new = Entry(record: record, body: body, cost: cost)
        if let (removed, evicted) = replaceInPlace(records, by: new) { return (record, [removed], evicted) }
        let removed = records.compactMap { remove($0.id) }
        let evicted = evict(toFit: cost)
        let slot = entries.insert(new)
        links.append(slot, to: &order)
        slots[record.id] = slot
        keys[place.key, default: [:]][place.partition, default: []].append(slot)
        byteCount += cost
        return (record, removed, evicted)
    }

    /// Replaces one record by another of the same key and partition, which keeps its place in the tables.
    ///
    /// - Returns: What was removed; `nil`, and nothing has changed, if this is not such a case.
    private mutating func replaceInPlace(
        _ records: [CacheRecord],
        by new: Entry
    ) -> (removed: Entry, evicted: [Entry])? {
        guard records.count == 1, let slot = slots[records[0].id], entries[slot].record.key == new.record.key,
            entries[slot].record.partition == new.record.partition
        else { return nil }
        slots[records[0].id] = nil
        slots[new.record.id] = slot
        let old = entries[slot]
        entries[slot] = new
        byteCount += new.cost - old.cost
        links.remove(slot, from: &order)
        links.append(slot, to: &order)
        return (old, evict(toFit: 0, except: slot))
    }

    /// Replaces the metadata of a record. Others make room if it grows, or it goes itself if it is alone.
    mutating func update(
        _ id: CacheRecord.ID,
        with metadata: CacheMetadata
    ) -> (record: CacheRecord?, evicted: [Entry]) {
        guard let slot = slots[id] else { return (nil, []) }
        version += 1
        let old = entries[slot].record
        let record = CacheRecord(
            id: id,
            key: old.key,
            partition: old.partition,
            metadata: metadata,
            bodyByteCount: old.bodyByteCount
        )
        let cost = Self.cost(record, entries[slot].body)
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
        guard let slot = slots.removeValue(forKey: id) else { return nil }
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
