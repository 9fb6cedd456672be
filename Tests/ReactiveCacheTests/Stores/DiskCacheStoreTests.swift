import Foundation
import ReactiveCacheProbe
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct DiskCacheStoreTests {
    private let folder: Folder
    private let store: DiskCacheStore
    private var probe: CacheProbe { CacheProbe(store) }

    init() throws {
        folder = try Folder()
        store = try DiskCacheStore(directory: folder.file("cache"), maxByteCount: 2_000_000, on: ImmediateScheduler())
    }

    /// Opens the directory as another process does.
    private func reopened(_ maxByteCount: Int = 2_000_000) throws -> CacheProbe {
        let directory = folder.file("cache")
        return CacheProbe(
            try DiskCacheStore(directory: directory, maxByteCount: maxByteCount, on: ImmediateScheduler())
        )
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func aRecordSurvivesARestart(size: Int) throws {  // H40
        let record = try probe.put("a", tag: 1, size: size, pieceSize: 30_000)
        let other = try reopened()
        #expect(try other.records("a").map(\.id) == [record.id])
        #expect(try other.records("a").map(\.metadata) == [record.metadata])
        #expect(try other.records("a").map(\.bodyByteCount) == [Int64(size)])
        #expect(try other.check(record) == 1)
        #expect(try other.records("a", in: ["other"]).isEmpty)
    }

    @Test func theStoreWorksOnItsOwnQueues() throws {  // H42
        let store = try DiskCacheStore(directory: folder.file("cache"))
        let probe = CacheProbe(store)
        for index in 0..<5 { try probe.put("n\(index)", tag: index, size: index * 50_000) }
        #expect(try probe.checkAll().count == 5)
        #expect(try CacheProbe.value(store.removeAll()) == 5)
    }

    @Test func nothingIsReadOrWrittenOnTheCallersThread() throws {  // H42
        let clock = TestScheduler()
        let store = try DiskCacheStore(directory: folder.file("cache"), maxByteCount: 2_000_000, on: clock)
        clock.run()
        let key = CacheProbe.key("a")
        let lookUp = store.records(for: key, in: [CachePartition("")]).record()
        let writer = try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: nil))
        let write = writer.write(Data(count: 200_000)).record()
        let names = Set(folder.allNames)
        #expect(lookUp.all.isEmpty && write.all.isEmpty)
        clock.run()
        #expect(lookUp.all.count == 2 && write.all.count == 1)
        #expect(Set(folder.allNames) != names)
        let commit = writer.commit(CacheProbe.metadata(tag: 1, size: 200_000), replacing: []).record()
        #expect(commit.all.isEmpty)
        clock.run()
        #expect(commit.all.count == 2)
        let record = try #require(commit.values.first)
        let opening = store.body(of: record).record()
        #expect(opening.all.isEmpty)
        clock.run()
        let body = try #require(opening.values.first)
        let read = body.bytes(in: 0..<65_536).record()
        #expect(read.all.isEmpty)
        clock.run()
        #expect(read.values == [Data(count: 65_536)])
    }

    @Test func piecesFromTheDiskAreNoLongerThan64KiB() throws {  // H35
        let record = try probe.put("a", tag: 1, size: 200_000)
        let body = try CacheProbe.value(store.body(of: record))
        let content = CacheProbe.content(tag: 1, size: 200_000, of: record.key)
        for range: Range<Int64> in [0..<200_000, 1..<2, 65_535..<65_537, 65_536..<200_000, 199_999..<200_000] {
            let piece = try CacheProbe.value(body.bytes(in: range))
            #expect(piece.count <= 65_536 && !piece.isEmpty)
            #expect(piece == content.subdata(in: Int(range.lowerBound)..<(Int(range.lowerBound) + piece.count)))
        }
        for range: Range<Int64> in [0..<0, 0..<200_001, 200_000..<200_001, -1..<5] {
            #expect(throws: CacheStoreError.self) { try CacheProbe.value(body.bytes(in: range)) }
        }
    }

    @Test(arguments: [0, 1, 4_000, 65_535, 65_536, 65_537, 131_072, 1_000_000])
    func oneStepFindsARecordAndReadsItsBody(size: Int) throws {  // H35, H39
        let probe = CacheProbe(
            try DiskCacheStore(directory: folder.file("large"), maxByteCount: 20_000_000, on: ImmediateScheduler())
        )
        let record = try probe.put("a", tag: 1, size: size)
        let other = try probe.put("b", tag: 2, size: 10)
        let store = try #require(probe.store as? DiskCacheStore)
        let all = [CachePartition("")]
        let finding = try CacheProbe.value(store.records(for: record.key, in: all) { $0.first })
        #expect(finding.records.map(\.id) == [record.id])
        #expect(finding.body?.record.id == record.id)
        #expect(finding.body?.bytes == CacheProbe.content(tag: 1, size: size, of: record.key))
        // The record counts as used.
        #expect(try CacheProbe.value(store.allRecords()).map(\.id) == [record.id, other.id])
        let unread = try CacheProbe.value(store.records(for: other.key, in: all) { _ in nil })
        #expect(unread.records.map(\.id) == [other.id] && unread.body == nil)
        #expect(try CacheProbe.value(store.allRecords()).map(\.id) == [record.id, other.id])
    }

    @Test func aWritersBodyCanBeReadWhileItGrows() throws {  // H35
        let key = CacheProbe.key("a")
        let writer = try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: 150_000))
        let content = CacheProbe.content(tag: 1, size: 150_000, of: key)
        for start in stride(from: 0, to: 150_000, by: 10_000) {
            try CacheProbe.write(content.subdata(in: start..<(start + 10_000)), to: writer, pieceSize: 4_321)
            #expect(try CacheProbe.bytes(of: writer.body) == content.prefix(start + 10_000))
        }
        let body = writer.body
        let record = try CacheProbe.value(writer.commit(CacheProbe.metadata(tag: 1, size: 150_000), replacing: []))
        _ = try CacheProbe.value(store.remove([record]))
        #expect(try CacheProbe.bytes(of: body) == content)
    }

    @Test func theLeastRecentlyUsedRecordIsEvictedFirstAlsoAfterARestart() throws {  // H39
        let records = try (0..<7).map { try probe.put("n\($0)", tag: $0, size: 240_000) }
        _ = try probe.body(of: records[0])
        _ = try probe.body(of: records[1])
        let other = try reopened()
        let reports = other.store.reports.record()
        for index in 7..<9 { try other.put("n\(index)", tag: index, size: 240_000) }
        #expect(try other.checkAll().keys.sorted() == ["n0", "n1", "n3", "n4", "n5", "n6", "n7", "n8"])
        #expect(reports.values.filter { $0 == .evicted(recordCount: 1) }.count == 1)
        _ = try reopened(1_000_000).put("n9", tag: 9, size: 100_000)
        #expect(folder.byteCount <= 1_000_000)
    }

    @Test func aBodyThatIsReadIsReadToItsEndAlthoughItIsEvicted() throws {  // H39
        let record = try probe.put("a", tag: 1, size: 200_000)
        let body = try CacheProbe.value(store.body(of: record))
        for index in 0..<20 { try probe.put("n\(index)", tag: index, size: 240_000) }
        #expect(try probe.records("a").isEmpty)
        #expect(try CacheProbe.bytes(of: body) == CacheProbe.content(tag: 1, size: 200_000, of: record.key))
        #expect(throws: CacheStoreError(.missing)) { try probe.body(of: record) }
    }

    @Test func aBodyOfMoreThanAnEighthOfTheBudgetIsRefused() throws {  // H10
        #expect(store.maxBodyByteCount == 250_000)
        #expect(throws: CacheStoreError(.tooLarge)) { try probe.put("b", tag: 2, size: 250_001) }
        #expect(folder.drafts.isEmpty)
        let key = CacheProbe.key("c")
        #expect(throws: CacheStoreError(.tooLarge)) {
            try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: 250_001))
        }
    }

    @Test func aWriterWithoutCommitLeavesNoRecord() throws {  // H15
        let key = CacheProbe.key("a")
        var writer: (any CacheWriter)? =
            try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: nil))
        try CacheProbe.write(Data(count: 200_000), to: try #require(writer), pieceSize: 50_000)
        #expect(folder.drafts.count == 1)
        writer?.abandon()
        #expect(folder.drafts.isEmpty)
        #expect(throws: CacheStoreError(.missing)) {
            try CacheProbe.value(writer!.commit(CacheProbe.metadata(tag: 1, size: 1), replacing: []))
        }
        writer = try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: nil))
        try CacheProbe.write(Data(count: 200_000), to: try #require(writer), pieceSize: 50_000)
        writer = nil
        #expect(folder.drafts.isEmpty)
        #expect(try probe.all().isEmpty)
        // All room is free again.
        for index in 0..<7 { try probe.put("n\(index)", tag: index, size: 240_000) }
        #expect(try probe.all().count == 7)
    }

    @Test func anUpdateKeepsIdentityBodyAndPlaceInTheOrderOfUse() throws {  // H23, H39
        let records = try (0..<3).map { try probe.put("n\($0)", tag: $0, size: $0 * 70_000) }
        for (index, record) in records.enumerated() {
            let metadata = CacheProbe.metadata(tag: index, size: index * 70_000, padding: 10)
            #expect(try CacheProbe.value(store.update(record, with: metadata))?.id == record.id)
            #expect(try reopened().records("n\(index)").map(\.metadata) == [metadata])
            #expect(try reopened().all().map(\.id) == records.reversed().map(\.id))
        }
        #expect(try reopened().checkAll() == ["n0": [0], "n1": [1], "n2": [2]])
        _ = try CacheProbe.value(store.remove(records))
        let metadata = CacheProbe.metadata(tag: 0, size: 0)
        #expect(try CacheProbe.value(store.update(records[0], with: metadata)) == nil)
    }

    @Test func allRecordsOfAURLAreChangedOrRemovedInAllPartitions() throws {  // H31
        for partition in ["", "p", "q"] { try probe.put("a", tag: 1, size: 10, in: partition) }
        try probe.put("b", tag: 2, size: 10)
        let changed = CacheProbe.metadata(tag: 1, size: 10, padding: 5)
        #expect(try CacheProbe.value(store.updateRecords(for: CacheProbe.key("a")) { _ in changed }) == 3)
        #expect(try CacheProbe.value(store.updateRecords(for: CacheProbe.key("a")) { _ in nil }) == 0)
        #expect(try probe.records("a", in: ["", "p", "q"]).filter { $0.metadata == changed }.count == 3)
        #expect(try CacheProbe.value(store.removeRecords(for: CacheProbe.key("a"))) == 3)
        #expect(try probe.checkAll() == ["b": [2]])
    }

    @Test func operationsTakeEffectInTheOrderOfTheirStarts() throws {  // H15
        let store = try DiskCacheStore(directory: folder.file("cache"), maxByteCount: 2_000_000)
        let probe = CacheProbe(store)
        for index in 0..<20 {
            let key = CacheProbe.key("a")
            let writer = try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: nil))
            try CacheProbe.write(Data(count: 100_000), to: writer, pieceSize: 100_000)
            let commit = writer.commit(CacheProbe.metadata(tag: index, size: 100_000), replacing: []).record()
            let removal = index.isMultiple(of: 2) ? store.removeRecords(for: key) : store.removeAll()
            #expect(try CacheProbe.value(removal) == 1)
            #expect(try probe.records("a").isEmpty)
            while commit.all.isEmpty { _ = try probe.records("a") }
            #expect(commit.values.count == 1)
        }
    }

    @Test func allProcessesHaveTheSameSalt() throws {  // H19
        let salt = try CacheProbe.value(store.salt())
        #expect(salt.count >= 16)
        #expect(try CacheProbe.value(reopened().store.salt()) == salt)
        _ = try CacheProbe.value(store.removeAll())
        #expect(try CacheProbe.value(reopened().store.salt()) == salt)
    }

    @Test(arguments: 1...6) func randomOperationsGiveWhatAModelGives(seed: UInt64) throws {  // H15, H39, H40
        let folder = folder
        func sizes(_ record: CacheRecord) -> Int64 {
            let sizes = folder.sizes.filter { $0.key.contains(record.id.rawValue) }
            return sizes.values.reduce(512) { $0 + Int64($1) }
        }
        let model = StoreModel(maxByteCount: 600_000, baseByteCount: 1_024)
        var run = StoreRun(try reopened(600_000).store, model, seed: seed, cost: sizes)
        for index in 0..<120 {
            try run.step()
            #expect(folder.byteCount <= 600_000)
            #expect(folder.drafts.isEmpty)
            if index % 30 == 29 {
                var next = StoreRun(try reopened(600_000).store, run.model, seed: seed &+ UInt64(index), cost: sizes)
                next.continueTags(of: run)
                run = next
            }
        }
        #expect(try run.probe.checkAll().values.joined().count == run.model.entries.count)
    }
}

extension Folder {
    /// The sizes of the regular files below the folder, by their paths.
    var sizes: [String: Int] {
        var sizes: [String: Int] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? [] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(path).path)
            if attributes?[.type] as? FileAttributeType == .typeRegular { sizes[path] = attributes?[.size] as? Int }
        }
        return sizes
    }

    var byteCount: Int { sizes.values.reduce(0, +) }
    var allNames: [String] { Array(sizes.keys) }
    /// The names of the files that are being written.
    var drafts: [String] { allNames.filter { $0.contains("draft-") } }
    /// The names of the files of records, bodies excluded.
    var heads: [String] { allNames.filter { $0.contains("-") && !$0.contains("draft-") && !$0.hasSuffix(".body") } }
    var bodies: [String] { allNames.filter { $0.hasSuffix(".body") } }
}
