import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct BodyTests {
    private static let long = String(repeating: "0123456789", count: 20_000)

    @Test func aLongBodyHasAFileUntilItsEntryEnds() async throws {  // J5, J9
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a", Self.long))
        #expect(bench.disk.files["/outbox/bodies/1"] == Array(Self.long.utf8))
        #expect(bench.file.count < 1_000)
        let calls = bench.disk.calls
        let order = ["fdatasync", "fsync", "pwrite", "fdatasync"]
        #expect(Array(calls.filter { order.contains($0) }.suffix(4)) == order)
        _ = journal.replay().now()
        let content = try #require(bench.stub.requests.first?.content)
        #expect(content.byteCount == Int64(Self.long.utf8.count))
        #expect(content.canBeReplayed)
        #expect(bench.disk.files["/outbox/bodies/1"] == nil)
    }

    @Test func aBodyInAFileIsReadInPieces() async throws {  // J1
        let bench = Bench(script: [.never])
        let journal = try bench.open()
        try journal.added(.post("/a", Self.long))
        let replay = journal.replay().record()
        guard case .stream(let stream) = bench.stub.requests.first?.content else {
            Issue.record("no stream")
            return
        }
        let received = Locked(Data())
        try await stream.write { piece in received.withLock { $0.append(piece) } }
        #expect(received.value == Data(Self.long.utf8))
        replay.dispose()
    }

    @Test func filesAreCopiedWhenTheyAreAdded() throws {  // J1
        let folder = try Scratch()
        let file = folder.url.appending(path: "upload")
        try Data(Self.long.utf8).write(to: file)
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(Request(.put, "/a", body: .file(file, contentType: .textPlain)))
        #expect(journal.entries.map(\.bodyByteCount) == [Int64(Self.long.utf8.count)])
        try FileManager.default.removeItem(at: file)
        _ = journal.replay().now()
        #expect(bench.stub.requests.map { $0.content?.byteCount } == [Int64(Self.long.utf8.count)])
        #expect(bench.stub.requests.map { $0.headers["Content-Type"] } == ["text/plain; charset=utf-8"])
    }

    @Test func streamsAreCopiedWhenTheyAreAdded() async throws {  // J1
        let bench = Bench()
        let journal = try bench.open()
        let pieces = (0..<50).map { Data(repeating: UInt8($0), count: 5_000) }
        let body = Body.stream {
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            }
        }
        let entry = try await journal.add(Request(.post, "/a", body: body)).value()
        #expect(entry.bodyByteCount == 250_000)
        #expect(bench.disk.files["/outbox/bodies/1"] == Array(pieces.joined()))
    }

    @Test func aStreamThatFailsLeavesNothing() async throws {  // J1
        struct Broken: Error {}
        let bench = Bench()
        let journal = try bench.open()
        let body = Body.stream {
            AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data(repeating: 1, count: 100_000))
                continuation.finish(throwing: Broken())
            }
        }
        await #expect(throws: JournalError.self) {
            try await journal.add(Request(.post, "/a", body: body)).value()
        }
        #expect(journal.entries.isEmpty)
        #expect(bench.disk.files.keys.filter { $0.contains("bodies") }.isEmpty)
    }

    @Test func aBodyThatIsMissingOrWrongParksItsEntry() throws {  // J12, JC-22
        for damage in 0..<3 {
            let bench = Bench()
            let journal = try bench.open()
            try journal.added(.post("/a", Self.long), .post("/b"))
            journal.close()
            bench.disk.makeFile([1, 2, 3], at: "/outbox/bodies/7")
            bench.disk.makeFile([1, 2, 3], at: "/outbox/bodies/2")
            bench.disk.makeFile([1, 2, 3], at: "/outbox/bodies/new")
            var bytes = Array(Self.long.utf8)
            switch damage {
            case 0: bench.disk.removeFile(at: "/outbox/bodies/1")
            case 1:
                bytes[100_000] ^= 1
                bench.disk.setContent(bytes, of: "/outbox/bodies/1")
            default: bench.disk.setContent(Array(bytes.dropLast()), of: "/outbox/bodies/1")
            }
            let again = try bench.open()
            let reason = damage == 0 ? "its body is missing" : "its body is damaged"
            #expect(again.entries.map(\.state) == [.parked(reason: reason), .waiting])
            #expect(Set(bench.disk.files.keys.filter { $0.contains("bodies") }).subtracting(["/outbox/bodies/1"]) == [])
            #expect(again.replay().now().map(\.short) == ["delivered 2"])
            #expect(bench.sent == ["POST /b"])
        }
    }

    @Test(arguments: [true, false])
    func aBodyThatCannotBeReadWhenItIsSentParksItsEntry(isMissing: Bool) async throws {  // J10, J12
        let bench = Bench { request, _ in
            request.url.path == "/a" ? .failure(.connectionLost).delayed(by: .seconds(1)) : .status(.ok)
        }
        let journal = try bench.open { $0.judge = { _ in .discard } }
        try journal.added(.post("/a", Self.long), .post("/b"))
        if isMissing {
            bench.disk.removeFile(at: "/outbox/bodies/1")
        } else {
            bench.disk.setContent(Array(Self.long.utf8.dropLast()), of: "/outbox/bodies/1")
        }
        let replay = journal.replay().map(\.short).record()
        guard case .stream(let stream) = bench.stub.requests.first?.content else {
            Issue.record("no stream")
            return
        }
        await #expect(throws: (any Error).self) { try await stream.write { _ in } }
        await bench.clock.advance(by: .seconds(1))
        #expect(replay.values == ["parked 1", "delivered 2"])
        #expect(journal.entries.map(\.state) == [.parked(reason: "its body cannot be read")])
    }

    /// Reads the body of a request, as a transport does.
    private func readBody(of request: PreparedRequest?) async throws {
        guard case .stream(let stream) = request?.content else { throw Missing() }
        try await stream.write { _ in }
    }

    private struct Missing: Error {}

    @Test(arguments: [1, 3], [EMFILE, ENFILE, ENOMEM])
    func aBodyThatTheSystemCannotReadNowIsSentLater(call: Int, code: Int32) async throws {  // J12, J18
        let bench = Bench { _, number in number == 0 ? .failure(.connectionLost).delayed(by: .seconds(1)) : .status(.ok)
        }
        let journal = try bench.open { $0.judge = { _ in .discard } }
        try journal.added(.post("/a", Self.long))
        let replay = journal.replay().map(\.short).record()
        bench.disk.plan(.failure(code), atCall: bench.disk.calls.count + call)
        await #expect(throws: JournalError.self) { try await readBody(of: bench.stub.requests.first) }
        await bench.clock.advance(by: .seconds(1))
        #expect(replay.values == ["kept 1"])
        #expect(journal.entries.map(\.state) == [.waiting])
        #expect(journal.entries.map(\.attempts) == [1])
        #expect(journal.replay().now().map(\.short) == ["delivered 1"])
    }

    @Test func aBodyWhoseFileHasAnErrorOfTheDiskParksItsEntry() async throws {  // J12
        let bench = Bench { _, _ in .failure(.connectionLost).delayed(by: .seconds(1)) }
        let journal = try bench.open()
        try journal.added(.post("/a", Self.long))
        let replay = journal.replay().map(\.short).record()
        bench.disk.plan(.failure(EIO), atCall: bench.disk.calls.count + 3)
        await #expect(throws: JournalError.self) { try await readBody(of: bench.stub.requests.first) }
        await bench.clock.advance(by: .seconds(1))
        #expect(replay.values == ["parked 1"])
    }

    @Test func aLateReadOfAnEarlierAttemptSaysNothingOfTheNextOne() async throws {  // J10, J18
        let bench = Bench(script: [.failure(.connectionLost)])
        let journal = try bench.open()
        try journal.added(.post("/a", Self.long))
        #expect(journal.replay().now().map(\.short) == ["kept 1"])
        bench.disk.plan(.failure(EIO), atCall: bench.disk.calls.count + 1)
        await #expect(throws: JournalError.self) { try await readBody(of: bench.stub.requests.first) }
        #expect(journal.replay().now().map(\.short) == ["kept 1"])
    }
}

/// A directory that is removed with its last reference.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
