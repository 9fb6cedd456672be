import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct FailedCallTests {
    @Test func aFailedSyncIsNeverRepeated() throws {  // J13, JC-21
        let bench = Bench()
        let journal = try bench.open()
        let events = journal.events.record()
        try journal.added(.post("/a"), .post("/b"))
        let calls = bench.disk.calls.count
        bench.disk.plan(.failure(EIO), atCall: calls + 2)
        let failure = JournalError.io(call: "fdatasync", path: "/outbox/journal", code: EIO)
        #expect(journal.add(.post("/c")).outcome() == .failure(failure))
        #expect(bench.disk.calls.suffix(2) == ["pwrite", "fdatasync"])
        #expect(journal.add(.post("/d")).outcome() == .failure(failure))
        #expect(bench.disk.calls.count == calls + 2)
        #expect(journal.cancel(1).outcome()?.failure == failure)
        #expect(journal.replay().record().all == [.completed(at: .zero)])
        #expect(bench.sent.isEmpty)
        #expect(events.values.filter { $0 == .failed(failure) }.count == 1)
        journal.close()
        for loss in [MemoryDisk.Loss.nothing, .everything] {
            let count = try Bench(disk: bench.disk.afterCrash(loss)).open().entries.count
            #expect(count == (loss == .nothing ? 3 : 2))
        }
    }

    @Test(arguments: [MemoryDisk.Fault.failure(ENOSPC), .failure(EIO), .shortWrite])
    func aFailedWriteRestoresTheFile(fault: MemoryDisk.Fault) throws {  // J13
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let before = bench.file
        bench.disk.plan(fault, atCall: bench.disk.calls.count + 1)
        guard case .failure(.io("pwrite", _, _)) = journal.add(.post("/b")).outcome() else {
            Issue.record("it did not fail")
            return
        }
        #expect(bench.disk.calls.last == "ftruncate")
        #expect(bench.file == before)
        #expect(try journal.added(.post("/c")).map(\.id) == [2])
        journal.close()
        #expect(try bench.open().entries.map(\.url) == ["/a", "/c"])
    }

    @Test func anEntryIsNotSentIfItsStartCannotBeRecorded() throws {  // J10, J13
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let events = journal.events.record()
        bench.disk.plan(.failure(ENOSPC), atCall: bench.disk.calls.count + 3)
        #expect(journal.replay().now().isEmpty)
        #expect(events.values == [.failed(.io(call: "pwrite", path: "/outbox/journal", code: ENOSPC))])
        #expect(bench.sent.isEmpty)
        #expect(journal.replay().now().map(\.short) == ["delivered 1"])
    }

    @Test func aBodyThatDoesNotFitLeavesNoFile() throws {  // J9, J13
        let bench = Bench()
        let journal = try bench.open { $0.inlineBodyByteCount = 10 }
        bench.disk.plan(.failure(ENOSPC), atCall: bench.disk.calls.count + 3)
        let result = journal.add(.post("/a", String(repeating: "a", count: 100))).outcome()
        #expect(result == .failure(.io(call: "pwrite", path: "/outbox/bodies/1", code: ENOSPC)))
        #expect(bench.disk.files.keys.filter { $0.contains("bodies") }.isEmpty)
        #expect(try journal.added(.post("/b", String(repeating: "b", count: 100))).count == 1)
    }

    @Test func aFileThatCannotBeCompactedIsReportedAndStaysInUse() throws {  // J13, J14
        let bench = Bench()
        let journal = try bench.open()
        let events = journal.events.record()
        let body = String(repeating: "x", count: 60_000)
        func comeAndGo(_ count: Int) {
            for _ in 0..<count { _ = journal.send(.post("/a", body)).now() }
        }
        comeAndGo(17)
        bench.disk.refuseNewFiles(with: ENOSPC)
        comeAndGo(8)
        let failure = JournalError.io(call: "openat", path: "/outbox/journal.new", code: ENOSPC)
        #expect(events.values.filter { $0 == .failed(failure) }.count == 1)
        #expect(!events.values.contains(.compacted))
        #expect(journal.entries.isEmpty)
        bench.disk.refuseNewFiles(with: nil)
        comeAndGo(20)
        #expect(events.values.filter { $0 == .compacted }.count == 1)
        #expect(bench.sent.count == 45)
    }

    @Test func interruptedSystemCallsAreRepeated() throws {  // J13
        let bench = Bench()
        for call in 1...60 { bench.disk.plan(.failure(EINTR), atCall: 2 * call) }
        let journal = try bench.open()
        #expect(journal.send(.post("/a")).now().map(\.short) == ["added 1", "delivered 1"])
    }

    @Test func workOfTheDiskIsDoneOnAThreadOfItsOwn() async throws {  // J22
        let threads = Locked<Set<ObjectIdentifier>>([])
        let system = WatchedSystem { threads.withLock { _ = $0.insert(ObjectIdentifier(Thread.current)) } }
        let stub = StubTransport(.status(.ok))
        let journal = try RequestJournal(Bench.directory, over: Network(transport: stub), .init(), system: system)
        let main = await MainActor.run { ObjectIdentifier(Thread.current) }
        // What opening does, it does on the thread of the caller.
        threads.withLock { $0 = [] }
        for try await _ in journal.send(.post("https://test.a/a")).values() {}
        for await _ in journal.replay().values() {}
        #expect(threads.value.count == 1)
        #expect(!threads.value.contains(main))
        journal.close()
    }

    @Test func closingASecondTimeWaitsForTheFirst() throws {  // J22
        let (isSyncing, gate, begun, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup()
        )
        let isOpen = Locked(true)
        let system = WatchedSystem(
            synchronizing: {
                guard !isOpen.value else { return }
                isSyncing.signal()
                gate.wait()
            },
            {}
        )
        let journal = try RequestJournal(Bench.directory, over: Network(), .init(), system: system)
        isOpen.value = false
        journal.add(.post("https://test.a/a")).start()
        isSyncing.wait()
        let counts = Locked<[Int]>([])
        for _ in 0..<8 {
            ended.enter()
            Thread {
                begun.signal()
                journal.close()
                counts.withLock { $0.append(system.openCount) }
                ended.leave()
            }
            .start()
        }
        for _ in 0..<8 { begun.wait() }
        gate.signal()
        ended.wait()
        #expect(counts.value == Array(repeating: 0, count: 8))
    }

    @Test func additionsThatWaitTogetherShareOneSync() async throws {  // J9
        let gate = DispatchSemaphore(value: 0)
        let syncs = Locked(0)
        let system = WatchedSystem(
            synchronizing: {
                let number = syncs.withLock { count in
                    count += 1
                    return count
                }
                // The file was made with the first one.
                if number == 2 { gate.wait() }
            },
            {}
        )
        let journal = try RequestJournal(Bench.directory, over: Network(), .init(), system: system)
        let added = SignalProducer<Int, Never>(0..<1_000).promoteError(JournalError.self)
            .flatMap(.merge) { journal.add(.post("https://test.a/\($0)")) }
        let count = Locked(0)
        let isDone = AsyncStream<Void>.makeStream()
        added.start { event in
            switch event {
            case .value: count.withLock { $0 += 1 }
            default: isDone.continuation.finish()
            }
        }
        gate.signal()
        for await _ in isDone.stream {}
        #expect(count.value == 1_000)
        #expect(syncs.value <= 20)
        #expect(journal.entries.count == 1_000)
        journal.close()
    }
}

/// A disk in memory that tells of its calls.
private final class WatchedSystem: JournalSystem {
    private let disk = MemoryDisk()
    var openCount: Int { disk.openCount }
    private let watch: @Sendable () -> Void
    private let synchronizing: @Sendable () -> Void

    init(synchronizing: @escaping @Sendable () -> Void = {}, _ watch: @escaping @Sendable () -> Void) {
        self.synchronizing = synchronizing
        self.watch = watch
    }

    func makeDirectory(at path: String) throws(SystemError) { try disk.makeDirectory(at: path) }
    func openDirectory(at path: String) throws(SystemError) -> Int32 { try disk.openDirectory(at: path) }
    func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try disk.makeDirectory(name, in: directory)
    }
    func openDirectory(_ name: String, in directory: Int32) throws(SystemError) -> Int32 {
        try disk.openDirectory(name, in: directory)
    }
    func openFile(_ name: String, in directory: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
        watch()
        return try disk.openFile(name, in: directory, mode)
    }
    func status(of descriptor: Int32) throws(SystemError) -> FileStatus { try disk.status(of: descriptor) }
    func setMode(_ mode: UInt16, of descriptor: Int32) throws(SystemError) { try disk.setMode(mode, of: descriptor) }
    func lock(_ descriptor: Int32) throws(SystemError) { try disk.lock(descriptor) }
    func close(_ descriptor: Int32) { disk.close(descriptor) }
    func read(_ count: Int, from descriptor: Int32, at offset: Int64) throws(SystemError) -> [UInt8] {
        watch()
        return try disk.read(count, from: descriptor, at: offset)
    }
    func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int64) throws(SystemError) -> Int {
        watch()
        return try disk.write(bytes, to: descriptor, at: offset)
    }
    func truncate(_ descriptor: Int32, to byteCount: Int64) throws(SystemError) {
        watch()
        try disk.truncate(descriptor, to: byteCount)
    }
    func synchronizeData(of descriptor: Int32) throws(SystemError) {
        watch()
        synchronizing()
        try disk.synchronizeData(of: descriptor)
    }
    func synchronizeDirectory(_ descriptor: Int32) throws(SystemError) { try disk.synchronizeDirectory(descriptor) }
    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try disk.rename(name, to: newName, in: directory)
    }
    func remove(_ name: String, in directory: Int32) throws(SystemError) { try disk.remove(name, in: directory) }
    func names(in directory: Int32) throws(SystemError) -> [String] { try disk.names(in: directory) }
}
