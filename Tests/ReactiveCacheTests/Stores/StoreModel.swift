import Foundation
import ReactiveCache
import ReactiveCacheProbe
import ReactiveNetworking
import ReactiveTestSupport
import Testing

/// A slow and obvious store: an array of records in the order of their use.
struct StoreModel {
    struct Entry {
        let id: CacheRecord.ID
        let key: CacheKey
        let partition: String
        var metadata: CacheMetadata
        let body: Data
        var cost: Int64
    }

    let maxByteCount: Int64
    /// The bytes that the store needs beside its records.
    let baseByteCount: Int64
    /// The records, the least recently used first.
    private(set) var entries: [Entry] = []

    init(maxByteCount: Int, baseByteCount: Int64) {
        self.maxByteCount = Int64(maxByteCount)
        self.baseByteCount = baseByteCount
    }

    var byteCount: Int64 { entries.reduce(baseByteCount) { $0 + $1.cost } }

    /// Adds a record for which a writer had reserved bytes, while the records that it replaces still took theirs.
    mutating func add(_ entry: Entry, reserving count: Int64, replacing records: [CacheRecord]) {
        evict(toFit: count, except: nil)
        remove { entry in records.contains { $0.id == entry.id } }
        entries.append(entry)
        evict(toFit: 0, except: nil)
    }

    mutating func use(_ id: CacheRecord.ID) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        entries.append(entries.remove(at: index))
    }

    mutating func update(_ id: CacheRecord.ID, _ metadata: CacheMetadata, cost: Int64) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        entries[index].metadata = metadata
        entries[index].cost = cost
        evict(toFit: 0, except: id)
    }

    @discardableResult
    mutating func remove(_ isGone: (Entry) -> Bool) -> Int {
        let before = entries.count
        entries.removeAll(where: isGone)
        return before - entries.count
    }

    private mutating func evict(toFit count: Int64, except kept: CacheRecord.ID?) {
        while byteCount + count > maxByteCount, let index = entries.firstIndex(where: { $0.id != kept }) {
            entries.remove(at: index)
        }
    }
}

/// Random operations on a store and on its model.
struct StoreRun {
    let probe: CacheProbe
    var model: StoreModel
    var random: SplitMix
    /// Returns what a record takes of the budget.
    let cost: (CacheRecord) -> Int64
    /// Returns what the writer of a body reserves for pieces of a size; `nil` if that is all that the record takes.
    var reservation: ((_ size: Int, _ pieceSize: Int) -> Int64)?
    private var tag = 0

    init(
        _ store: any RecordStore,
        _ model: StoreModel,
        seed: UInt64,
        cost: @escaping (CacheRecord) -> Int64
    ) {
        probe = CacheProbe(store)
        self.model = model
        random = SplitMix(state: seed)
        self.cost = cost
    }

    /// Makes no body that an earlier run has made.
    mutating func continueTags(of other: StoreRun) { tag = other.tag }

    mutating func step() throws {
        let name = "n\(Int.random(in: 0..<6, using: &random))"
        let partition = ["", "p", "q"].randomElement(using: &random) ?? ""
        let key = CacheProbe.key(name)
        let present = try probe.records(name, in: [partition])
        let expected = model.entries.filter { $0.key == key && $0.partition == partition }
        #expect(Set(present.map(\.id)) == Set(expected.map(\.id)))
        switch Int.random(in: 0..<20, using: &random) {
        case 0: try removeAll(of: key)
        case 1:
            let count = try CacheProbe.value(probe.store.remove(Array(present.prefix(2))))
            let ids = present.prefix(2).map(\.id)
            #expect(model.remove { ids.contains($0.id) } == count)
        case 2...5: try present.randomElement(using: &random).map { try update($0) }
        case 6...9: try present.randomElement(using: &random).map { try read($0) }
        case 10 where Int.random(in: 0..<10, using: &random) == 0:
            let count = try CacheProbe.value(probe.store.removeAll())
            #expect(model.remove { _ in true } == count)
        default: try put(name, partition, replacing: Array(present.prefix(Int.random(in: 0...2, using: &random))))
        }
        let all = try probe.all()
        #expect(all.map(\.id) == model.entries.reversed().map(\.id))
        #expect(all.map(\.metadata) == model.entries.reversed().map(\.metadata))
    }

    private mutating func put(_ name: String, _ partition: String, replacing old: [CacheRecord]) throws {
        tag += 1
        let limit = Int(probe.store.maxBodyByteCount)
        let size = Int.random(in: 0...limit, using: &random)
        let padding = Int.random(in: 0...300, using: &random)
        let pieceSize = Int.random(in: 1_000...100_000, using: &random)
        let record = try probe.put(
            name,
            tag: tag,
            size: size,
            in: partition,
            padding: padding,
            pieceSize: pieceSize,
            replacing: old
        )
        let entry = StoreModel.Entry(
            id: record.id,
            key: record.key,
            partition: partition,
            metadata: record.metadata,
            body: CacheProbe.content(tag: tag, size: size, of: record.key),
            cost: cost(record)
        )
        model.add(entry, reserving: reservation?(size, pieceSize) ?? entry.cost, replacing: old)
    }

    private mutating func update(_ record: CacheRecord) throws {
        let headers = record.metadata.head.headers
        let metadata = CacheProbe.metadata(
            tag: headers["X-Tag"].flatMap { Int($0) } ?? -1,
            size: headers["X-Size"].flatMap { Int($0) } ?? -1,
            padding: Int.random(in: 0...500, using: &random)
        )
        let updated = try #require(try CacheProbe.value(probe.store.update(record, with: metadata)))
        #expect(updated.id == record.id && updated.metadata == metadata)
        model.update(record.id, metadata, cost: cost(updated))
    }

    private mutating func read(_ record: CacheRecord) throws {
        let body = try probe.body(of: record)
        #expect(body == model.entries.first { $0.id == record.id }?.body)
        model.use(record.id)
    }

    private mutating func removeAll(of key: CacheKey) throws {
        let count = try CacheProbe.value(probe.store.removeRecords(for: key))
        #expect(model.remove { $0.key == key } == count)
    }
}
