import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct SealTests {
    private struct Wrong: Error {}

    /// A toy: it tells its own bytes, and mixes them with a byte.
    private static func seal(_ key: UInt8) -> Seal {
        Seal(
            seal: { data, context in Data([key]) + context + Data(data.map { $0 ^ key }) },
            open: { data, context in
                guard data.first == key, data.dropFirst().starts(with: context) else { throw Wrong() }
                return Data(data.dropFirst(1 + context.count).map { $0 ^ key })
            }
        )
    }

    @Test func aSealedJournalContainsNoReadableText() async throws {  // J6, JC-24
        let bench = Bench(script: [.never])
        let journal = try bench.open { $0.seal = Self.seal(0x55) }
        let long = String(repeating: "confidential ", count: 20_000)
        try journal.added(.post("/path", "confidential"), .post("/long", long))
        for (name, bytes) in bench.disk.files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("confidential"), "\(name)")
            #expect(!String(decoding: bytes, as: UTF8.self).contains("/path"), "\(name)")
        }
        journal.close()
        let later = Bench(disk: bench.disk, script: [.status(.ok), .never])
        let again = try later.open { $0.seal = Self.seal(0x55) }
        #expect(again.entries.map(\.url) == ["/path", "/long"])
        let replay = again.replay().record()
        #expect(later.stub.requests.first?.body == Data("confidential".utf8))
        guard case .stream(let stream) = later.stub.requests.last?.content else {
            Issue.record("no stream")
            return
        }
        let received = Locked(Data())
        try await stream.write { piece in received.withLock { $0.append(piece) } }
        #expect(received.value == Data(long.utf8))
        replay.dispose()
    }

    @Test func withoutItsSealAJournalIsNotTouched() throws {  // J8, JC-24
        let bench = Bench()
        let journal = try bench.open { $0.seal = Self.seal(0x55) }
        try journal.added(.post("/a"))
        journal.close()
        let files = bench.disk.files
        func check(_ error: JournalError?) {
            guard case .sealFailed = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        check(#expect(throws: JournalError.self) { try bench.open() })
        check(#expect(throws: JournalError.self) { try bench.open { $0.seal = Self.seal(0x44) } })
        check(#expect(throws: JournalError.self) { try RequestJournal.inspect(Bench.directory, system: bench.disk) })
        #expect(bench.disk.files == files)
    }

    @Test func aSealThatFailsFailsTheAddition() throws {
        let bench = Bench()
        let journal = try bench.open { $0.seal = Seal(seal: { _, _ in throw Wrong() }, open: { data, _ in data }) }
        #expect(journal.add(.post("/a")).outcome() == .failure(.sealFailed(RequestError.Cause(Wrong()))))
        #expect(journal.entries.isEmpty)
    }

    @Test func aSealedJournalIsCompacted() throws {  // J14
        let bench = Bench()
        let journal = try bench.open { $0.seal = Self.seal(0x55) }
        try journal.added(.post("/stays"), key: "stays")
        for _ in 0..<30 { _ = journal.send(.post("/goes", String(repeating: "x", count: 60_000)), key: "goes").now() }
        #expect(bench.file.count < 1 << 20)
        journal.close()
        #expect(try bench.open { $0.seal = Self.seal(0x55) }.replay().now().map(\.short) == ["delivered 1"])
    }
}
