import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct AddingTests {
    @Test func entriesAreThereAfterReopening() throws {  // J3, JC-3
        let bench = Bench()
        let journal = try bench.open()
        let added = try journal.added(.post("/a"), Request(.get, "/b"), Request(.delete, "/b"))
        #expect(journal.entries == added)
        journal.close()
        let entries = try bench.open().entries
        #expect(entries == added)
        #expect(entries.map(\.id) == [1, 2, 3])
        #expect(entries.map(\.method) == [.post, .get, .delete])
        #expect(entries.map(\.url) == ["/a", "/b", "/b"])
        #expect(entries.map(\.idempotencyKey) == ["key-1", nil, nil])
        #expect(entries.map(\.bodyByteCount) == [5, 0, 0])
        #expect(entries.allSatisfy { $0.state == .waiting && $0.attempts == 0 && $0.added == Bench.date })
    }

    @Test func aRecipeHasTheUsersPartsAndTheLayersActAtReplay() throws {  // J1
        let bench = Bench(authorization: .bearer("t"))
        let journal = try bench.open()
        var request = Request(
            .put,
            "/things?a=1",
            headers: ["X-Own": "ü \"x\""],
            parameters: ["b": 2],
            acceptedCodes: [.ok, .conflict]
        )
        request.parameterEncoding = .query
        try journal.added(request, Request(.post, "/json", parameters: ["c": true]))
        journal.close()
        let later = Bench(disk: bench.disk.afterCrash(.everything), authorization: .bearer("later")) { _, _ in
            .status(.conflict)
        }
        let replayed = try later.open().replay().now()
        #expect(replayed.map(\.short) == ["delivered 1", "refused 2"])
        let sent = later.stub.requests
        #expect(sent.map(\.url.absoluteString) == ["https://test.a/things?a=1&b=2", "https://test.a/json"])
        #expect(sent[0].headers["X-Own"] == "ü \"x\"")
        #expect(sent.map { $0.headers["Authorization"] } == ["Bearer later", "Bearer later"])
        #expect(sent[1].body == Data(#"{"c":true}"#.utf8))
        #expect(sent[1].headers["Content-Type"] == "application/json; charset=utf-8")
    }

    @Test func aRequestWithASecretIsNotWritten() throws {  // J2, JC-7
        let bench = Bench(authorization: .bearer("networks-own"))
        let journal = try bench.open()
        func failure(_ request: Request) -> JournalError? {
            if case .failure(let error) = journal.add(request).outcome() { error } else { nil }
        }
        #expect(failure(Request(.get, "/a", headers: ["Authorization": "v4lue"])) == .secret("Authorization"))
        #expect(failure(Request(.get, "/a?x=1&api_key=v4lue")) == .secret("api_key"))
        #expect(failure(Request(.get, "/a", headers: ["Cookie": "v4lue"])) == .secret("Cookie"))
        #expect(failure(Request(.get, "https://ape:v4lue@test.a/")) == .secret("password"))
        #expect(failure(Request(.get, "/a", parameters: ["token": "v4lue"])) == .secret("token"))
        #expect(failure(Request(.get, "/a#access_token=v4lue")) == .secret("access_token"))
        var marked = Request(.get, "/a", headers: ["X-Mine": "v4lue"])
        marked.headers.markSecret("X-Mine")
        #expect(failure(marked) == .secret("X-Mine"))
        #expect(journal.entries.isEmpty)
        #expect(bench.file.count == 16)

        try journal.added(Request(.get, "/b", authorization: .bearer("v4lue")))
        #expect(!String(decoding: bench.file, as: UTF8.self).contains("v4lue"))
        _ = journal.replay().now()
        #expect(bench.stub.requests.map { $0.headers["Authorization"] } == ["Bearer networks-own"])
    }

    @Test func restoreGivesARequestItsAuthorization() throws {  // J2, JC-4
        let bench = Bench()
        let journal = try bench.open { configuration in
            configuration.restore = { request, entry in
                var request = request
                request.authorization = .bearer("for \(entry.key)")
                return request
            }
        }
        try journal.added(.post("/a"), key: "ape")
        _ = journal.replay().now()
        #expect(bench.stub.requests.map { $0.headers["Authorization"] } == ["Bearer for ape"])
    }

    @Test func aRequestThatCannotBeRestoredIsParked() throws {  // J2
        struct Lost: Error {}
        let bench = Bench()
        let journal = try bench.open { $0.restore = { _, _ in throw Lost() } }
        try journal.added(.post("/a"))
        #expect(journal.replay().now().map(\.short) == ["parked 1"])
        #expect(journal.entries.map(\.state) == [.parked(reason: "it cannot be restored: Lost")])
        #expect(bench.sent.isEmpty)
    }

    @Test func aRequestThatCannotBeMadeFailsTheAddition() throws {
        let journal = try Bench().open()
        let result = journal.add(Request(.get, "/a b")).outcome()
        guard case .failure(.unstorable(.invalidURL)) = result else {
            Issue.record("\(String(describing: result))")
            return
        }
    }

    @Test func anIdempotencyKeyOfTheUserIsKept() throws {  // J3
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(RequestBuilder(.post, "/a").idempotencyKey("mine").build())
        #expect(journal.entries.map(\.idempotencyKey) == ["mine"])
        _ = journal.replay().now()
        #expect(bench.stub.requests.map { $0.headers.values(for: "Idempotency-Key") } == [["mine"]])
    }

    @Test func aFullJournalRefusesNewEntries() throws {  // J21, JC-25
        let bench = Bench()
        let journal = try bench.open { $0.maxEntries = 2 }
        try journal.added(.post("/a"), .post("/b"))
        let bytes = Int64(bench.file.count - 16)
        #expect(journal.add(.post("/c")).outcome() == .failure(.full(entries: 2, bytes: bytes)))
        #expect(bench.file.count == Int(bytes) + 16)
        _ = journal.cancel(1).outcome()
        #expect(try journal.added(.post("/c")).map(\.id) == [3])
    }

    @Test func aFullJournalDropsItsOldestEntriesIfConfigured() throws {  // J21, JC-25
        let bench = Bench()
        let journal = try bench.open {
            $0.maxEntries = 2
            $0.overflow = .dropOldest
        }
        let events = journal.events.record()
        try journal.added(.post("/a"), .post("/b"), .post("/c"))
        #expect(events.values.map(\.short) == ["added 1", "added 2", "dropped 1", "added 3"])
        #expect(journal.entries.map(\.id) == [2, 3])
        journal.close()
        #expect(try bench.open().entries.map(\.id) == [2, 3])
    }

    @Test func bytesCountForTheLimitAndOneTooLargeDropsNothing() throws {  // J21
        let bench = Bench()
        let journal = try bench.open {
            $0.maxByteCount = 2_000
            $0.overflow = .dropOldest
            $0.inlineBodyByteCount = 500
        }
        try journal.added(.post("/a"), .post("/b", String(repeating: "b", count: 1_000)))
        #expect(bench.disk.files["/outbox/bodies/2"]?.count == 1_000)
        let tooLarge = journal.add(.post("/c", String(repeating: "c", count: 3_000))).outcome()
        guard case .failure(.full(entries: 2, _)) = tooLarge else {
            Issue.record("\(String(describing: tooLarge))")
            return
        }
        #expect(journal.entries.map(\.id) == [1, 2])
        try journal.added(.post("/d", String(repeating: "d", count: 1_000)))
        #expect(journal.entries.map(\.url) == ["/d"])
        #expect(bench.disk.files.keys.filter { $0.contains("bodies") }.count == 1)
    }

    @Test func anEntryThatIsBeingSentIsNotDropped() throws {  // J21
        let bench = Bench(script: [.never])
        let journal = try bench.open {
            $0.maxEntries = 1
            $0.overflow = .dropOldest
        }
        let sending = journal.send(.post("/a")).record()
        #expect(journal.entries.map(\.state) == [.sending])
        let result = journal.add(.post("/b")).outcome()
        guard case .failure(.full(entries: 1, _)) = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        sending.dispose()
        #expect(journal.entries.map(\.state) == [.waiting])
    }

    @Test func aDescriptionHidesSecrets() {
        let entry = Recipe(id: 3, method: .post, url: "/a?token=v4lue").entry
        #expect("\(entry)" == "3: POST /a?token=<redacted> (waiting)")
    }

    @Test func countFollowsTheEntries() throws {
        let bench = Bench()
        let journal = try bench.open()
        let counts = Locked<[Int]>([])
        journal.count.producer.startWithValues { count in counts.withLock { $0.append(count) } }
        try journal.added(.post("/a"), .post("/b"))
        _ = journal.replay().now()
        #expect(counts.value == [0, 1, 2, 1, 0])
    }
}
