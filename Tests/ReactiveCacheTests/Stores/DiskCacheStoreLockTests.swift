import Foundation
import ReactiveCacheProbe
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

/// A store whose directory another process has locked.
@Suite struct DiskCacheStoreLockTests {
    private static let budget = 1_000_000

    private let folder: Folder
    private let clock = TestScheduler()
    private let store: DiskCacheStore
    private let key = CacheProbe.key("a")
    /// Another process that is never held up.
    private let other: CacheProbe

    init() throws {
        folder = try Folder()
        let directory = folder.file("cache")
        other = CacheProbe(
            try DiskCacheStore(directory: directory, maxByteCount: Self.budget, on: ImmediateScheduler())
        )
        try other.put("a", tag: 1, size: 100_000)
        store = try DiskCacheStore(directory: directory, maxByteCount: Self.budget, on: clock)
        clock.advance(by: .zero)
    }

    /// Locks the directory until the returned closure runs.
    private func lock() -> () -> Void {
        let descriptor = open(folder.file("cache/state").path, O_RDWR | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return {
            // A process that was forked meanwhile has a copy of the descriptor, which would keep the lock.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    private func result<Value>(
        _ producer: SignalProducer<Value, CacheStoreError>
    ) -> EventRecorder<Value, CacheStoreError> {
        let recorder = producer.record(on: clock)
        clock.advance(by: .zero)
        return recorder
    }

    private var tags: [String]? {
        result(store.records(for: key, in: [CachePartition("")])).values.first?
            .map { $0.metadata.head.headers["X-Tag"] ?? "" }
    }

    @Test func lookUpsDoNotWaitForTheLock() throws {  // H42
        let unlock = lock()
        defer { unlock() }
        let record = try #require(
            result(store.records(for: key, in: [CachePartition("")])).values.first?.first
        )
        #expect(result(store.allRecords()).values.first?.map(\.id) == [record.id])
        let body = try #require(result(store.body(of: record)).values.first)
        #expect(result(body.bytes(in: 0..<65_536)).values.first?.count == 65_536)
    }

    @Test func lookUpsDoNotWaitForAStoreThatIsOpened() throws {  // H42
        let unlock = lock()
        defer { unlock() }
        let second = try DiskCacheStore(directory: folder.file("cache"), maxByteCount: Self.budget, on: clock)
        let removal = second.removeAll().record(on: clock)
        #expect(result(second.records(for: CacheProbe.key("b"), in: [])).values.count == 1)
        #expect(removal.all.isEmpty)
    }

    @Test func afterASecondInVainNoChangeWaitsForTheLockForFiveSeconds() {  // H42
        let unlock = lock()
        let removal = result(store.removeRecords(for: CacheProbe.key("b")))
        clock.advance(by: .milliseconds(990))
        #expect(removal.all.isEmpty)
        clock.advance(by: .milliseconds(20))
        #expect(removal.failure?.kind == .unavailable)
        for _ in 0..<3 { #expect(result(store.removeAll()).failure?.kind == .unavailable) }
        clock.advance(by: .seconds(5))
        let later = result(store.removeAll())
        #expect(later.all.isEmpty)
        unlock()
        clock.advance(by: .milliseconds(10))
        #expect(later.values.count == 1)
        #expect(clock.scheduledCount == 0)
    }

    @Test func aRemovalThatWaitsOrFailsHidesItsRecords() throws {  // H31
        let record = try #require(try other.records("a").first)
        let unlock = lock()
        let removal = result(store.removeRecords(for: key))
        #expect(tags == [])
        clock.advance(by: .seconds(2))
        #expect(removal.failure?.kind == .unavailable)
        #expect(tags == [])
        #expect(result(store.allRecords()).values.map(\.count) == [0])
        #expect(result(store.body(of: record)).failure == CacheStoreError(.missing))
        let update = store.update(record, with: CacheProbe.metadata(tag: 9, size: 1))
        #expect(result(update).values.map { $0 == nil } == [true])
        unlock()
        // The next change removes the files.
        #expect(result(store.removeRecords(for: CacheProbe.key("b"))).values == [0])
        #expect(folder.heads.isEmpty && folder.bodies.isEmpty)
        #expect(tags == [])
        try other.put("a", tag: 2, size: 10)
        #expect(tags == ["2"])
    }

    @Test func anUpdateThatWaitsOrFailsTakesEffectInItsProcess() throws {  // H31
        let unlock = lock()
        let changed = CacheProbe.metadata(tag: 5, size: 100_000)
        let update = result(store.updateRecords(for: key) { $0 == changed ? nil : changed })
        #expect(tags == ["5"])
        clock.advance(by: .seconds(2))
        #expect(update.failure?.kind == .unavailable)
        #expect(tags == ["5"])
        #expect(try other.records("a").first?.metadata.head.headers["X-Tag"] == "1")
        unlock()
        let record = try #require(try other.records("a").first)
        let next = CacheProbe.metadata(tag: 6, size: 100_000)
        #expect(result(store.update(record, with: next)).values.count == 1)
        #expect(tags == ["6"])
        #expect(try other.records("a").map(\.metadata) == [next])
    }

    @Test func aBodyIsWrittenWithoutTheLock() throws {  // H39, H42
        for index in 0..<9 { try other.put("n\(index)", tag: index, size: 98_000) }
        let second = try DiskCacheStore(directory: folder.file("cache"), maxByteCount: Self.budget, on: clock)
        clock.advance(by: .zero)
        let before = folder.byteCount
        let unlock = lock()
        let writer = try #require(result(second.writer(for: key, in: CachePartition(""), expecting: nil)).values.first)
        #expect(writer.write(Data(count: 100_000)).record().all.isEmpty)
        clock.advance(by: .zero)
        #expect(folder.byteCount == before + 65_568)
        let commit = result(writer.commit(CacheProbe.metadata(tag: 1, size: 100_000), replacing: []))
        #expect(commit.all.isEmpty)
        unlock()
        clock.advance(by: .seconds(1))
        #expect(commit.values.count == 1)
        #expect(folder.byteCount <= Self.budget)
    }

    @Test func twoProcessesThatCommitTogetherLeaveOneRecord() throws {  // H15, H40
        let unlock = lock()
        let second = try DiskCacheStore(directory: folder.file("cache"), maxByteCount: Self.budget, on: clock)
        var commits: [EventRecorder<CacheRecord?, CacheStoreError>] = []
        for (tag, store) in [(2, store), (3, second), (4, store)] {
            let begun = result(store.writer(for: key, in: CachePartition(""), expecting: 10))
            let writer = try #require(begun.values.first)
            _ = writer.write(Data(count: 10)).wait()
            let metadata = CacheProbe.metadata(tag: tag, size: 10)
            commits.append(result(writer.commit(metadata, among: [CachePartition("")]) { $0 }))
        }
        unlock()
        clock.advance(by: .seconds(1))
        #expect(commits.allSatisfy { $0.values.count == 1 })
        #expect(try other.records("a").count == 1)
        #expect(folder.heads.count == 1 && folder.drafts.isEmpty && folder.bodies.isEmpty)
    }

    @Test func aRejectedCommitLeavesNoRecord() throws {  // H15
        let writer = try #require(result(store.writer(for: key, in: CachePartition(""), expecting: nil)).values.first)
        #expect(result(writer.write(Data(count: 70_000))).failure == nil)
        #expect(folder.drafts.count == 1)
        let seen = Locked<[Int]>([])
        let metadata = CacheProbe.metadata(tag: 2, size: 70_000)
        let commit = result(
            writer.commit(metadata, among: [CachePartition("")]) { present in
                seen.modify { $0.append(present.count) }
                return nil
            }
        )
        #expect(commit.values.map { $0 == nil } == [true])
        #expect(seen.value == [1])
        #expect(folder.drafts.isEmpty && tags == ["1"])
    }
}
