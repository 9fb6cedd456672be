import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct OpeningTests {
    @Test func aTornTailIsCutOff() throws {  // J12, JC-13
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"))
        let start = bench.file.count
        try journal.added(.post("/c"))
        journal.close()
        let whole = bench.file
        for count in 1..<(whole.count - start) {
            let disk = bench.disk.afterCrash(.nothing)
            disk.setContent(Array(whole[..<(start + count)]), of: "/outbox/journal")
            let cut = Bench(disk: disk)
            let again = try cut.open()
            #expect(again.events.record().values == [.recovered(tornByteCount: count)])
            #expect(again.entries.map(\.url) == ["/a", "/b"])
            #expect(cut.file.count == start)
            try again.added(.post("/d"))
            #expect(cut.file.number(UInt64.self, at: start + 8) == 3)
            #expect(again.entries.map(\.url) == ["/a", "/b", "/d"])
        }
    }

    @Test func aDamagedFileIsCopiedAndItsRightRecordsAreUsed() throws {  // J12, JC-20
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"))
        let second = bench.file.count
        try journal.added(.post("/b"), .post("/c"))
        journal.close()
        var bytes = bench.file
        bytes[second + 40] ^= 1
        bench.disk.setContent(bytes, of: "/outbox/journal")
        let again = try bench.open()
        let events = again.events.record()
        #expect(events.values.map(\.short) == ["damaged \(second) journal.damaged-1700000000"])
        #expect(again.entries.map(\.url) == ["/a", "/c"])
        #expect(again.entries.map(\.id) == [1, 3])
        #expect(bench.disk.files["/outbox/journal.damaged-1700000000"] == bytes)
        #expect(try again.added(.post("/d")).map(\.id) == [4])
        again.close()
        let third = try bench.open()
        #expect(third.entries.map(\.id) == [1, 3, 4])
        #expect(third.events.record().values.isEmpty)
        #expect(third.replay().now().map(\.short) == ["delivered 1", "delivered 3", "delivered 4"])
    }

    @Test(arguments: [MemoryDisk.Fault.failure(ENOSPC), .shortWrite])
    func aDamagedFileThatCannotBeCopiedStaysAsItIs(fault: MemoryDisk.Fault) throws {  // J12, J13
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"), .post("/c"))
        journal.close()
        var bytes = bench.file
        bytes[60] ^= 1
        bench.disk.setContent(bytes, of: "/outbox/journal")
        let whole = bench.disk.afterKill()
        _ = try Bench(disk: whole).open()
        let copy = try #require(whole.calls.firstIndex(of: "pwrite"))

        let disk = bench.disk.afterKill()
        disk.plan(fault, atCall: copy + 1)
        let path = "/outbox/journal.damaged-1700000000"
        #expect(throws: JournalError.io(call: "pwrite", path: path, code: ENOSPC)) { try Bench(disk: disk).open() }
        #expect(disk.files == bench.disk.files)
        #expect(try Bench(disk: disk).open().entries.map(\.url) == ["/b", "/c"])
    }

    @Test func bytesInABodyThatLookLikeARecordAreNotReadAsOne() throws {  // J12
        let inner = Bench()
        let other = try inner.open()
        try other.added(.post("/x"), .post("/y"), .post("/inner"))
        let bench = Bench()
        let journal = try bench.open()
        let body = Data(inner.file.dropFirst(16))
        try journal.added(.post("/a"), Request(.post, "/b", body: .data(body)), .post("/c"))
        journal.close()
        var bytes = bench.file
        let damage = try #require(String(decoding: bytes, as: UTF8.self).range(of: "\"url\":\"/b\""))
        let offset = String(decoding: bytes, as: UTF8.self)[..<damage.lowerBound].utf8.count
        bytes[offset] ^= 1
        bench.disk.setContent(bytes, of: "/outbox/journal")
        #expect(try bench.open().entries.map(\.url) == ["/a", "/c"])
    }

    @Test func aDirectoryThatOthersMayWriteToIsRefused() throws {  // J5
        let bench = Bench()
        try bench.open().close()
        bench.disk.setMode(0o777, at: "/outbox")
        #expect(throws: JournalError.notAJournal) { try bench.open() }
        bench.disk.setMode(0o755, at: "/outbox")
        #expect(throws: Never.self) { try bench.open() }
    }

    @Test func aFileThatIsNoJournalIsRefusedAndUnchanged() throws {  // J5, J6
        for content in ["hello, world, ha", "hello, world, hello, world", String(repeating: "\u{0}", count: 4_096)] {
            let bench = Bench()
            try bench.open().close()
            bench.disk.setContent(Array(content.utf8), of: "/outbox/journal")
            #expect(throws: JournalError.notAJournal) { try bench.open() }
            #expect(bench.file == Array(content.utf8))
        }
        #expect(throws: JournalError.notAJournal) {
            try RequestJournal(URL(string: "https://example.com/")!, over: Network())
        }
    }

    @Test func aFileThatIsTooShortForItsHeadIsReplaced() throws {  // J6, J12
        let whole = Bench()
        try whole.open().close()
        for count in 0..<16 {
            for content in [Array(whole.file.prefix(count)), Array(repeating: 0, count: count)] {
                let bench = Bench()
                try bench.open().close()
                bench.disk.setContent(content, of: "/outbox/journal")
                #expect(try RequestJournal.inspect(Bench.directory, system: bench.disk).isEmpty)
                #expect(bench.file == content)
                let journal = try bench.open()
                #expect(journal.events.record().values == [.recovered(tornByteCount: count)])
                #expect(bench.file == whole.file)
                #expect(!bench.disk.files.keys.contains { $0.contains("damaged") })
                #expect(try journal.added(.post("/a")).map(\.id) == [1])
                journal.close()
                let again = try bench.open()
                #expect(again.events.record().values.isEmpty)
                #expect(again.entries.map(\.url) == ["/a"])
            }
        }
    }

    @Test func aShortFileOfSomebodyElseIsCopiedFirst() throws {  // J12
        let bench = Bench()
        try bench.open().close()
        bench.disk.setContent(Array("hello".utf8), of: "/outbox/journal")
        let journal = try bench.open()
        #expect(journal.events.record().values == [.recovered(tornByteCount: 5)])
        #expect(bench.disk.files["/outbox/journal.damaged-1700000000"] == Array("hello".utf8))
        #expect(bench.file.count == 16)
    }

    @Test func realFilesHaveTheirModesAndLinksAreNotFollowed() throws {  // J5
        let scratch = try Scratch()
        let directory = scratch.url.appending(path: "deep/outbox")
        let network = Network(clock: TestScheduler())
        let journal = try RequestJournal(directory, over: network, .init(inlineBodyByteCount: 0))
        try journal.added(.post("https://test.a/a"))
        func mode(_ name: String) throws -> Int {
            let path = directory.appending(path: name).path
            return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
        }
        #expect(try ["", "bodies"].map(mode) == [0o700, 0o700])
        #expect(try ["lock", "journal", "bodies/1"].map(mode) == [0o600, 0o600, 0o600])
        journal.close()
        let link = scratch.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: directory)
        for end in ["", "/", "//", "/.", "/./"] {
            let link = URL(fileURLWithPath: link.path + end)
            #expect(throws: JournalError.notAJournal, "\(end)") { try RequestJournal(link, over: Network()) }
        }
        let file = directory.appending(path: "journal")
        try FileManager.default.moveItem(at: file, to: scratch.url.appending(path: "moved"))
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: scratch.url.appending(path: "moved"))
        #expect(throws: JournalError.notAJournal) { try RequestJournal(directory, over: Network()) }
    }

    @Test func aDirectoryIsOpenOnceAtATime() throws {  // J15, JC-15
        let scratch = try Scratch()
        let network = Network(clock: TestScheduler())
        let first = try RequestJournal(scratch.url, over: network)
        #expect(throws: JournalError.inUse) { try RequestJournal(scratch.url, over: network) }
        first.close()
        let second = try RequestJournal(scratch.url, over: network)
        #expect(throws: JournalError.inUse) { try RequestJournal(scratch.url, over: network) }
        second.close()
    }

    @Test func aReleasedJournalReleasesItsDirectory() throws {  // J15
        let bench = Bench()
        do {
            let journal = try bench.open()
            try journal.added(.post("/a"))
            _ = journal.replay().now()
            _ = journal.events.record()
        }
        #expect(bench.disk.openCount == 0)
        #expect(throws: Never.self) { try bench.open() }
    }

    @Test func inspectionTakesNoLockAndChangesNothing() throws {  // J15, JC-14
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a"), .post("/b"))
        #expect(try RequestJournal.inspect(Bench.directory, system: bench.disk) == journal.entries)
        journal.close()
        let torn = Array(bench.file.dropLast(3))
        bench.disk.setContent(torn, of: "/outbox/journal")
        let files = bench.disk.files
        let entries = try RequestJournal.inspect(Bench.directory, system: bench.disk)
        #expect(entries.map(\.url) == ["/a"])
        #expect(bench.disk.files == files)
        #expect(bench.disk.openCount == 0)
        #expect(throws: JournalError.self) {
            try RequestJournal.inspect(URL(fileURLWithPath: "/nowhere"), system: bench.disk)
        }
    }

    @Test func aDraftOfACompactionIsRemoved() throws {  // J14
        let bench = Bench()
        try bench.open().close()
        bench.disk.makeFile([1, 2, 3], at: "/outbox/journal.new")
        let journal = try bench.open()
        #expect(bench.disk.files["/outbox/journal.new"] == nil)
        #expect(journal.entries.isEmpty)
    }

    @Test func anOpenedFileIsCompactedIfMostOfItsEntriesHaveEnded() throws {  // J14, JC-16
        let bench = Bench { request, _ in request.url.path == "/keep" ? .status(.badGateway) : .status(.ok) }
        let journal = try bench.open()
        let events = journal.events.record()
        try journal.added(Request(.put, "/stays", body: .text("ä")), key: "stays")
        _ = journal.send(.post("/keep"), key: "kept").now()
        let body = String(repeating: "x", count: 50_000)
        var largest = 0
        for _ in 0..<60 {
            _ = journal.send(.post("/goes", body), key: "goes").now()
            largest = max(largest, bench.file.count)
        }
        #expect(events.values.filter { $0 == .compacted }.count == 2)
        #expect(largest < 2 << 20)
        let before = journal.entries
        #expect(before.map(\.url) == ["/stays", "/keep"])
        journal.close()
        let again = try bench.open()
        #expect(again.entries == before)
        #expect(again.entries.map(\.attempts) == [0, 1])
        #expect(try again.added(.post("/next")).map(\.id) == [63])
        _ = again.replay(width: 3).now()
        let first = try #require(bench.stub.requests.first { $0.url.path == "/stays" })
        #expect(first.body == Data("ä".utf8))
    }
}
