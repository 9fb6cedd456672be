import Foundation
import ReactiveCacheProbe
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct MemoryCacheStoreTests {
    private let store = MemoryCacheStore(maxByteCount: 1_000_000)
    private var probe: CacheProbe { CacheProbe(store) }

    @Test func aRecordIsFoundByItsURLAndPartition() throws {  // H16
        let record = try probe.put("a", tag: 1, size: 1_000)
        try probe.put("a", tag: 2, size: 10, in: "other")
        try probe.put("b", tag: 3, size: 10)
        #expect(try probe.records("a").map(\.id) == [record.id])
        #expect(try probe.records("a", in: ["", "other", "none"]).count == 2)
        #expect(try probe.check(record) == 1)
    }

    @Test func resultsArriveAtOnceOnTheCallersThread() throws {  // H42
        let thread = pthread_self()
        let threads = Locked<[Bool]>([])
        let recorder = store.records(for: CacheProbe.key("a"), in: [CachePartition("")])
            .on(value: { _ in threads.modify { $0.append(pthread_equal(pthread_self(), thread) != 0) } })
            .record()
        #expect(recorder.all.count == 2)
        #expect(threads.value == [true])
    }

    @Test func theLeastRecentlyUsedRecordIsEvictedFirst() throws {  // H39
        let store = MemoryCacheStore(maxByteCount: 400_000)
        let probe = CacheProbe(store)
        let reports = store.reports.record()
        let records = try (0..<8).map { try probe.put("n\($0)", tag: $0, size: 48_000) }
        _ = try probe.body(of: records[0])
        try probe.put("new", tag: 9, size: 48_000)
        #expect(try probe.checkAll().keys.sorted() == ["n0", "n2", "n3", "n4", "n5", "n6", "n7", "new"])
        #expect(reports.values.contains(.evicted(recordCount: 1)))
    }

    @Test func headsAndOverheadCountTowardTheBudget() throws {  // H39
        let store = MemoryCacheStore(maxByteCount: 100_000)
        let probe = CacheProbe(store)
        let reports = store.reports.record()
        for index in 0..<1_000 { try probe.put("n\(index)", tag: index, size: 0, padding: 1_000) }
        #expect(try probe.all().count < 50)
        #expect(try probe.all().count > 20)
        #expect(
            reports.values.allSatisfy { report in
                if case .size(let byteCount, _) = report { byteCount <= 100_000 } else { true }
            }
        )
    }

    @Test func theBytesOfOpenWritersCountTowardTheBudget() throws {  // H39
        let store = MemoryCacheStore(maxByteCount: 80_000)
        let probe = CacheProbe(store)
        try probe.put("old", tag: 1, size: 9_000)
        let writers = try (0..<8).map { index in
            try CacheProbe.value(store.writer(for: CacheProbe.key("\(index)"), in: CachePartition(""), expecting: nil))
        }
        for writer in writers { try CacheProbe.write(Data(count: 9_900), to: writer, pieceSize: 9_900) }
        #expect(try probe.all().isEmpty)
        let another = try CacheProbe.value(store.writer(for: CacheProbe.key("x"), in: CachePartition(""), expecting: 1))
        #expect(throws: CacheStoreError(.tooLarge)) {
            try CacheProbe.write(Data(count: 900), to: another, pieceSize: 900)
        }
        for writer in writers { writer.abandon() }
        try CacheProbe.write(Data(count: 9_900), to: another, pieceSize: 9_900)
    }

    @Test func aBodyThatIsReadIsReadToItsEndAlthoughItIsGone() throws {  // H39
        let record = try probe.put("a", tag: 1, size: 100_000)
        let body = try CacheProbe.value(store.body(of: record))
        #expect(try CacheProbe.value(store.removeAll()) == 1)
        #expect(try CacheProbe.bytes(of: body) == CacheProbe.content(tag: 1, size: 100_000, of: record.key))
        #expect(throws: CacheStoreError(.missing)) { try probe.body(of: record) }
    }

    @Test func aBodyOfMoreThanAnEighthOfTheBudgetIsRefused() throws {  // H10
        #expect(store.maxBodyByteCount == 125_000)
        try probe.put("a", tag: 1, size: 125_000)
        #expect(throws: CacheStoreError(.tooLarge)) { try probe.put("b", tag: 2, size: 125_001) }
        #expect(throws: CacheStoreError(.tooLarge)) {
            try CacheProbe.value(store.writer(for: CacheProbe.key("c"), in: CachePartition(""), expecting: 125_001))
        }
        #expect(try probe.checkAll() == ["a": [1]])
    }

    @Test func aWriterWithoutCommitLeavesNoRecord() throws {  // H15
        var writer: (any CacheWriter)? =
            try CacheProbe.value(store.writer(for: CacheProbe.key("a"), in: CachePartition(""), expecting: nil))
        try CacheProbe.write(Data(count: 100_000), to: try #require(writer), pieceSize: 1_000)
        writer?.abandon()
        #expect(throws: CacheStoreError(.missing)) {
            try CacheProbe.value(writer!.commit(CacheProbe.metadata(tag: 1, size: 1), replacing: []))
        }
        writer = try CacheProbe.value(store.writer(for: CacheProbe.key("a"), in: CachePartition(""), expecting: nil))
        writer = nil
        #expect(try probe.all().isEmpty)
    }

    @Test func aWritersBodyCanBeReadWhileItGrows() throws {  // H35
        let writer = try CacheProbe.value(
            store.writer(for: CacheProbe.key("a"), in: CachePartition(""), expecting: nil)
        )
        let content = CacheProbe.content(tag: 1, size: 120_000, of: CacheProbe.key("a"))
        for start in stride(from: 0, to: 120_000, by: 1_000) {
            try CacheProbe.write(content.subdata(in: start..<(start + 1_000)), to: writer, pieceSize: 77)
            #expect(writer.body.byteCount == Int64(start + 1_000))
        }
        #expect(try CacheProbe.bytes(of: writer.body) == content)
        _ = try CacheProbe.value(writer.commit(CacheProbe.metadata(tag: 1, size: 120_000), replacing: []))
        #expect(try CacheProbe.bytes(of: writer.body) == content)
        #expect(try probe.checkAll() == ["a": [1]])
    }

    @Test func aNewRecordReplacesTheRecordsItNames() throws {  // H15
        let old = try [1, 2].map { try probe.put("a", tag: $0, size: 10, in: "\($0)") }
        let new = try probe.put("a", tag: 3, size: 10, replacing: old)
        #expect(try probe.all().map(\.id) == [new.id])
    }

    @Test func anUpdateKeepsIdentityBodyAndPlaceInTheOrderOfUse() throws {  // H23, H39
        let records = try (0..<3).map { try probe.put("n\($0)", tag: $0, size: 100) }
        let metadata = CacheProbe.metadata(tag: 0, size: 100, padding: 10)
        let updated = try CacheProbe.value(store.update(records[0], with: metadata))
        #expect(updated?.id == records[0].id)
        #expect(try probe.all().map(\.id) == records.reversed().map(\.id))
        #expect(try probe.records("n0").map(\.metadata) == [metadata])
        #expect(try probe.check(records[0]) == 0)
        _ = try CacheProbe.value(store.remove([records[0]]))
        #expect(try CacheProbe.value(store.update(records[0], with: metadata)) == nil)
    }

    @Test func aRecordThatGrowsBeyondTheBudgetIsGone() throws {  // H39
        let store = MemoryCacheStore(maxByteCount: 20_000)
        let probe = CacheProbe(store)
        try probe.put("other", tag: 1, size: 10)
        let record = try probe.put("a", tag: 2, size: 10)
        let metadata = CacheProbe.metadata(tag: 2, size: 10, padding: 20_000)
        #expect(try CacheProbe.value(store.update(record, with: metadata)) == nil)
        #expect(try probe.all().isEmpty)
    }

    @Test func allRecordsOfAURLAreChangedOrRemovedInAllPartitions() throws {  // H31
        for partition in ["", "p", "q"] { try probe.put("a", tag: 1, size: 10, in: partition) }
        try probe.put("b", tag: 2, size: 10)
        let changed = CacheProbe.metadata(tag: 1, size: 10, padding: 5)
        #expect(try CacheProbe.value(store.updateRecords(for: CacheProbe.key("a")) { _ in changed }) == 3)
        #expect(try CacheProbe.value(store.updateRecords(for: CacheProbe.key("a")) { _ in nil }) == 0)
        #expect(try probe.records("a", in: ["", "p", "q"]).allSatisfy { $0.metadata == changed })
        #expect(try CacheProbe.value(store.removeRecords(for: CacheProbe.key("a"))) == 3)
        #expect(try probe.checkAll() == ["b": [2]])
    }

    @Test func aChangeOfARecordThatChangesMeanwhileIsMadeAnew() throws {  // H31
        let record = try probe.put("a", tag: 1, size: 10)
        let meanwhile = CacheProbe.metadata(tag: 1, size: 10, padding: 5)
        let seen = Locked<[CacheMetadata]>([])
        let store = store
        let count = try CacheProbe.value(
            store.updateRecords(for: record.key) { metadata in
                let isFirst = seen.withLock { seen in
                    seen.append(metadata)
                    return seen.count == 1
                }
                if isFirst { store.update(record, with: meanwhile).start() }
                return CacheProbe.metadata(tag: 1, size: 10, padding: 50)
            }
        )
        #expect(count == 1)
        #expect(seen.value == [record.metadata, meanwhile])
    }

    @Test func aPieceOfAnySizeIsStored() throws {  // H15
        let store = MemoryCacheStore(maxByteCount: 100_000_000)
        let probe = CacheProbe(store)
        try probe.put("a", tag: 1, size: 5 << 20, pieceSize: 5 << 20)
        #expect(try probe.checkAll() == ["a": [1]])
    }

    @Test func manySmallPiecesTakeNoMoreThanOne() throws {  // H39
        let sizes = try [1, 7, 50_000].map { pieceSize in
            let store = MemoryCacheStore()
            let reports = store.reports.record()
            try CacheProbe(store).put("a", tag: 1, size: 50_000, pieceSize: pieceSize)
            return reports.values.last
        }
        #expect(Set(sizes).count == 1)
    }

    @Test func piecesOfOneByteTakeHardlyMoreThanTheirBytes() {  // H39
        var pieces = StoredPieces()
        var reserved = 0
        for index in 0..<200_000 {
            reserved += pieces.growth(by: 1)
            pieces.append(Data([UInt8(truncatingIfNeeded: index)]))
            #expect(pieces.cost <= reserved)
        }
        #expect(pieces.pieces.map(\.count) == [65_536, 65_536, 65_536, 3_392])
        #expect(reserved < 202_000)
        #expect(pieces.bytes(in: 199_999..<200_000) == Data([UInt8(truncatingIfNeeded: 199_999)]))
    }

    @Test func bytesWrittenInSmallPiecesCountTowardTheBudgetAtOnce() throws {  // H39
        let store = MemoryCacheStore(maxByteCount: 80_000)
        let probe = CacheProbe(store)
        try probe.put("old", tag: 1, size: 9_000)
        let writers = try (0..<9).map {
            try CacheProbe.value(store.writer(for: CacheProbe.key("\($0)"), in: CachePartition(""), expecting: nil))
        }
        #expect(throws: CacheStoreError(.tooLarge)) {
            for writer in writers { try CacheProbe.write(Data(count: 9_000), to: writer, pieceSize: 100) }
        }
        let writtenByteCount = writers.reduce(0) { $0 + $1.body.byteCount }
        #expect(writtenByteCount > 40_000 && writtenByteCount < 80_000)
        #expect(try probe.all().isEmpty)
        for writer in writers.dropFirst() { writer.abandon() }
        let metadata = CacheProbe.metadata(tag: 2, size: 9_000)
        #expect(try CacheProbe.value(writers[0].commit(metadata, replacing: [])).bodyByteCount == 9_000)
        for index in 0..<6 { try probe.put("n\(index)", tag: index, size: 9_000) }
        #expect(try probe.all().count == 7)
    }

    @Test func aCommitChoosesAnewIfTheRecordsChangeMeanwhile() throws {  // H15
        let (store, key) = (store, CacheProbe.key("a"))
        let other = try probe.put("a", tag: 1, size: 10, in: "other")
        let writer = try CacheProbe.value(store.writer(for: key, in: CachePartition(""), expecting: nil))
        try CacheProbe.write(CacheProbe.content(tag: 3, size: 10, of: key), to: writer, pieceSize: 10)
        let seen = Locked<[[CacheRecord.ID]]>([])
        let rival = Locked<CacheRecord?>(nil)
        let probe = probe
        let metadata = CacheProbe.metadata(tag: 3, size: 10)
        let record = try CacheProbe.value(
            writer.commit(metadata, among: [CachePartition("")]) { present in
                let isFirst = seen.withLock { seen in
                    seen.append(present.map(\.id))
                    return seen.count == 1
                }
                if isFirst { rival.value = try? probe.put("a", tag: 2, size: 10) }
                return present
            }
        )
        #expect(seen.value == [[], [try #require(rival.value).id]])
        #expect(try probe.all().map(\.id) == [try #require(record).id, other.id])
    }

    @Test func aRejectedCommitLeavesNoRecord() throws {  // H15
        let store = MemoryCacheStore(maxByteCount: 80_000)
        let probe = CacheProbe(store)
        let present = try probe.put("a", tag: 1, size: 10)
        for _ in 0..<20 {
            let writer = try CacheProbe.value(store.writer(for: present.key, in: CachePartition(""), expecting: nil))
            try CacheProbe.write(Data(count: 9_000), to: writer, pieceSize: 1_000)
            let metadata = CacheProbe.metadata(tag: 2, size: 9_000)
            let record = try CacheProbe.value(writer.commit(metadata, among: [CachePartition("")]) { _ in nil })
            #expect(record == nil)
        }
        #expect(try probe.checkAll() == ["a": [1]])
    }

    @Test func commitsOfSeveralThreadsLeaveOneRecord() async throws {  // H15
        let store = MemoryCacheStore()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for index in 0..<500 {
                        let record = try? store.insertNow(
                            CacheProbe.metadata(tag: worker * 1_000 + index, size: 1),
                            [Data([1])],
                            for: CacheProbe.key("a"),
                            in: CachePartition(""),
                            among: [CachePartition("")],
                            releasing: 0
                        ) { $0 }
                        #expect(record != nil)
                    }
                }
            }
        }
        #expect(try CacheProbe(store).all().count == 1)
    }

    @Test func aSliceDoesNotKeepItsBuffer() {  // H39
        let buffer = Data(count: 200_000)
        let pieces = StoredPieces([buffer[10..<20], buffer[1_000..<100_000]]).pieces
        #expect(pieces.map(\.count) == [10, 99_000])
        #expect(pieces.allSatisfy { $0.startIndex == 0 })
    }

    @Test func oneLookUpAmongManyRecordsCostsWhatItCostsAmongFew() throws {  // H39
        func timeOfLookUps(among count: Int) throws -> Duration {
            let probe = CacheProbe(MemoryCacheStore(maxByteCount: 1 << 30))
            for index in 0..<count { try probe.put("n\(index)", tag: index, size: 0) }
            let keys = (0..<100).map { CacheProbe.key("n\($0 * count / 100)") }
            let times = (0..<9).map { _ in
                ContinuousClock().measure {
                    for key in keys { _ = probe.store.records(for: key, in: [CachePartition("")]).first() }
                }
            }
            return times.min() ?? .zero
        }
        let few = try timeOfLookUps(among: 100)
        let many = try timeOfLookUps(among: 100_000)
        // A search through all of them would take a thousand times as long.
        #expect(many < few * 20)
    }

    @Test(arguments: 1...8) func randomOperationsGiveWhatAModelGives(seed: UInt64) throws {  // H15, H39
        let store = MemoryCacheStore(maxByteCount: 40_000)
        var run = StoreRun(store, StoreModel(maxByteCount: 40_000, baseByteCount: 0), seed: seed) { record in
            let texts = record.key.url.utf8.count + record.partition.text.utf8.count
            let piece = record.bodyByteCount == 0 ? 0 : 96
            return record.bodyByteCount + Int64(record.metadata.byteCount + texts + piece + 512)
        }
        run.reservation = { size, pieceSize in
            var pieces = StoredPieces()
            return stride(from: 0, to: size, by: pieceSize)
                .reduce(0) { reserved, start in
                    let count = min(pieceSize, size - start)
                    defer { pieces.append(Data(count: count)) }
                    return reserved + Int64(pieces.growth(by: count))
                }
        }
        let reports = store.reports.record()
        for _ in 0..<300 { try run.step() }
        #expect(reports.values.contains { if case .evicted = $0 { true } else { false } })
        guard
            case .size(let byteCount, let recordCount)? = reports.values.last(where: {
                if case .size = $0 { true } else { false }
            })
        else { return }
        #expect(byteCount == run.model.byteCount)
        #expect(recordCount == run.model.entries.count)
    }

    @Test func severalThreadsShareAStore() async throws {  // H15, H39
        let store = MemoryCacheStore(maxByteCount: 300_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let probe = CacheProbe(store)
                    for index in 0..<200 {
                        let name = "n\(index % 5)"
                        let present = try probe.records(name)
                        for record in present {
                            do { try probe.check(record) } catch let error as CacheStoreError {
                                #expect(error.kind == .missing)
                            }
                        }
                        try probe.put(name, tag: worker * 1_000 + index, size: index * 50, replacing: present)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try CacheProbe(store).checkAll().count == 5)
        let count = try CacheProbe(store).all().count
        #expect(try CacheProbe.value(store.removeAll()) == count)
    }

    @Test func theSaltIsKept() throws {  // H19
        let salt = try CacheProbe.value(store.salt())
        #expect(salt.count >= 16)
        #expect(try CacheProbe.value(store.salt()) == salt)
        #expect(try CacheProbe.value(MemoryCacheStore().salt()) != salt)
    }
}
