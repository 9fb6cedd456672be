import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct DownloadFailureTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func failure(_ it: VirtualNetwork, to destination: Destination) -> OperationError? {
        let events = it.network.download(.get(), to: destination).record(on: it.clock)
        it.clock.run()
        #expect(it.isQuiet)
        #expect(events.isTerminated)
        return events.failure
    }

    private var target: Destination { .file(folder.file("a")) }

    @Test func anInvalidDestinationFailsBeforeAnythingIsSent() throws {  // C-67, F-16
        try FileManager.default.createDirectory(at: folder.file("directory"), withIntermediateDirectories: false)
        try Data().write(to: folder.file("plain"))
        let missing = folder.url.appendingPathComponent("missing", isDirectory: true)
        let web = try #require(URL(string: "https://example.com/a"))
        let relative = try #require(URL(string: "a"))
        let cases: [(Destination, TransferError.InvalidDestinationReason)] = [
            (.file(URL(fileURLWithPath: "")), .isADirectory), (.file(URL(fileURLWithPath: "/")), .isADirectory),
            (.file(web), .notAFileURL), (.file(relative), .notAFileURL), (.directory(web), .notAFileURL),
            (.file(missing.appendingPathComponent("a")), .missingDirectory), (.directory(missing), .missingDirectory),
            (.file(folder.file("directory")), .isADirectory), (.directory(folder.file("plain")), .notADirectory),
            (.file(folder.file("plain").appendingPathComponent("a")), .notADirectory),
            (.file(folder.file(String(repeating: "x", count: 256))), .nameTooLong),
        ]
        for (destination, flaw) in cases {
            let it = VirtualNetwork(.status(.ok, body: Data([1])))
            guard case .invalidDestination(_, let found) = failure(it, to: destination.replacing())?.transferError
            else {
                Issue.record("\(destination) was taken")
                continue
            }
            #expect(found == flaw)
            #expect(it.stub.requests.isEmpty)
        }
        #expect(folder.names == ["directory", "plain"])
    }

    @Test(.enabled(if: geteuid() != 0)) func aForbiddenDirectoryFailsBeforeAnythingIsSent() throws {  // F-16, B52
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let it = VirtualNetwork(.status(.ok, body: Data([1])))
        #expect(failure(it, to: target)?.transferError == .permissionDenied(path: folder.url.path))
        #expect(it.stub.requests.isEmpty)
    }

    @Test func aBodyWithoutRoomFailsBeforeItIsReceived() {  // F-16, B52
        let length = Int64.max / 2
        let it = VirtualNetwork(.stall(afterHead: .ok, headers: ["Content-Length": "\(length)"]))
        guard case .insufficientSpace(_, let needed, let available) = failure(it, to: target)?.transferError else {
            Issue.record("there was room")
            return
        }
        #expect(needed == length)
        #expect(available.map { $0 < length } ?? false)
        #expect(it.stub.cancelledCount == 1)
        #expect(folder.names == [])
    }

    @Test func lengthsThatDifferAreAFailureAndEqualOnesCountOnce() {  // B11, T19
        func reply(_ lengths: String...) -> StubTransport.Reply {
            var headers: HTTP.Headers = ["ETag": "\"v1\""]
            for length in lengths { headers.add("Content-Length", length) }
            return .status(.ok, headers: headers, body: Data("new".utf8))
        }
        for differing in [reply("3", "4"), reply("3, 4"), reply("4", "3")] {
            let error = failure(VirtualNetwork(differing), to: target.resumable())?.transportError
            #expect(error?.kind == .invalidResponse)
            #expect(folder.names == [])
        }
        let short = failure(VirtualNetwork(reply("4", "4")), to: .file(folder.file("b")))
        #expect(short?.transportError?.kind == .truncatedResponse)
        #expect(failure(VirtualNetwork(reply("3", "3, 3")), to: target) == nil)
        #expect(folder.text(of: "a") == "new")
    }

    @Test func anErrorKeepsItsBody() {  // F-16, N4
        let it = VirtualNetwork(.text("gone", status: .notFound))
        #expect(failure(it, to: target) == .unexpectedResponseCode(httpCode: .notFound, data: Data("gone".utf8)))
        #expect(folder.names == [])
    }

    @Test func theBodyOfAnErrorIsBounded() {  // N16
        let it = VirtualNetwork(.status(.notFound, body: Data(count: 11)))
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(10).build()
        let events = it.network.download(request, to: target).record(on: it.clock)
        #expect(events.failure?.transportError?.kind == .bodyTooLarge)
    }

    @Test func theBodyOfAFileIsNotBounded() {  // N16
        let it = VirtualNetwork(.status(.ok, body: Data(count: 11)))
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(10).build()
        let events = it.network.download(request, to: target).record(on: it.clock)
        #expect(events.values.last?.value?.byteCount == 11)
    }

    @Test func aTransientErrorIsFollowedByAnotherAttempt() {  // N6, F-16
        let it = VirtualNetwork(.status(.serviceUnavailable), .status(.ok, body: Data("abc".utf8)))
        #expect(failure(it, to: target) == nil)
        #expect(it.stub.times == [.zero, .seconds(1)])
        #expect(folder.text(of: "a") == "abc")
    }

    @Test func disposalRemovesWhatWasWritten() {  // F-16, N3, B52
        let it = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(1), headers: ["ETag": "\"a\""]))
        let events = it.network.download(.get(), to: target).record(on: it.clock)
        it.clock.advance(by: .milliseconds(1_500))
        #expect(folder.hiddenNames.count == 1)
        events.dispose()
        #expect(folder.names == [])
        it.clock.run()
        #expect(events.all.last?.event.isTerminating == true)
        #expect(it.stub.cancelledCount == 1)
        #expect(it.isQuiet)
        #expect(folder.names == [])
    }

    @Test func disposalByAnObserverOfProgressRemovesWhatWasWritten() {  // N3, B39
        let it = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(1)))
        let events = it.network.download(.get(), to: target)
            .take(while: { $0.progress.map { $0.byteCount < 1 } ?? true })
            .record(on: it.clock)
        it.clock.run()
        #expect(events.isTerminated)
        #expect(folder.names == [])
        #expect(it.isQuiet)
    }

    @Test func thereIsNoDeadlineUnlessOneIsGiven() {  // N11
        let it = VirtualNetwork(.status(.ok, body: Data([1])).delayed(by: .seconds(100_000)))
        #expect(failure(it, to: target) == nil)
        let late = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(3)))
        let events = late.network.download(.get(), to: target.replacing(), abortAfter: .seconds(5)).record(
            on: late.clock
        )
        late.clock.run()
        #expect(
            events.failure == .timedOut(after: .seconds(5), phase: .receiving, attempts: 1, lastFailure: nil)
        )
        #expect(folder.hiddenNames == [])
        #expect(folder.contents(of: "a") == Data([1]))
    }

    @Test func aDirectoryThatGoesAwayIsAFailure() throws {  // B52
        let it = VirtualNetwork(.chunks([Data([1])], every: .seconds(1)))
        let events = it.network.download(.get(), to: target).record(on: it.clock)
        it.clock.advance(by: .milliseconds(500))
        try FileManager.default.removeItem(at: folder.url)
        it.clock.run()
        guard case .invalidDestination(_, .missingDirectory)? = events.failure?.transferError else {
            Issue.record("\(events.all)")
            return
        }
    }

    @Test func fewerBytesThanAnnouncedAreNoFile() {  // B8
        let it = VirtualNetwork(.status(.ok, headers: ["Content-Length": "5"], body: Data([1])), retryPolicy: .never)
        #expect(failure(it, to: target)?.transportError?.kind == .truncatedResponse)
        #expect(folder.names == [])
    }

    @Test func moreBytesThanAnnouncedAreNoFile() {  // T19
        let it = VirtualNetwork(.status(.ok, headers: ["Content-Length": "1"], body: Data(count: 5)))
        #expect(failure(it, to: target)?.transportError?.kind == .invalidResponse)
        #expect(folder.names == [])
    }

    @Test func noHeadIsNoFile() {  // N4
        let it = VirtualNetwork(.events([.completed(TransferMetrics())]))
        #expect(failure(it, to: target) == .invalidResponseType)
    }

    @Test func aRequestThatCannotBeMadeFailsAsInASend() {  // N1
        let it = VirtualNetwork(.status(.ok))
        let events = it.network.download(.get("nowhere"), to: target).record(on: it.clock)
        #expect(events.failure?.requestError != nil)
        #expect(folder.names == [])
    }

    @Test func aBodyIsAskedForAndKeptAsItIs() {  // B31
        let coded = Data([0x1F, 0x8B, 8, 0])
        let it = VirtualNetwork(
            .status(.ok, headers: ["Content-Encoding": "gzip", "Content-Length": "4"], body: coded)
        )
        let events = it.network.download(.get(), to: target).record(on: it.clock)
        #expect(it.stub.requests[0].headers["Accept-Encoding"] == "identity")
        #expect(folder.contents(of: "a") == coded)
        #expect(events.values.compactMap(\.progress).last == TransferProgress(byteCount: 4, totalByteCount: 4))
    }

    @Test func errorsHaveTextsThatSayWhatAndWhere() {  // F-43
        #expect(TransferError.fileExists(path: "/a").description == "There is already a file at /a")
        let space = TransferError.insufficientSpace(path: "/a", needed: 5, available: 3)
        #expect(space.errorDescription == "There is not enough space for /a: 5 bytes are needed, 3 are free")
    }
}
