import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct DownloadFailureTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func failure(_ world: VirtualNetwork, to destination: Destination) -> OperationError? {
        let events = world.network.download(.get(), to: destination).record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
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
            let world = VirtualNetwork(.status(.ok, body: Data([1])))
            guard
                case .invalidDestination(_, let found) = failure(world, to: destination.replacing())?.cause(
                    as: TransferError.self
                )
            else {
                Issue.record("\(destination) was taken")
                continue
            }
            #expect(found == flaw)
            #expect(world.stub.requests.isEmpty)
        }
        #expect(folder.names == ["directory", "plain"])
    }

    @Test(.enabled(if: geteuid() != 0)) func anUnwritableDirectoryFailsBeforeAnythingIsSent() throws {  // F-16
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let world = VirtualNetwork(.status(.ok, body: Data([1])))
        #expect(failure(world, to: target)?.cause(as: TransferError.self) == .permissionDenied(path: folder.url.path))
        #expect(world.stub.requests.isEmpty)
    }

    @Test func aBodyLargerThanTheFreeSpaceFailsBeforeItIsReceived() {  // F-16
        let length = Int64.max / 2
        let world = VirtualNetwork(.stall(afterHead: .ok, headers: ["Content-Length": "\(length)"]))
        guard
            case .insufficientSpace(_, let needed, let available) = failure(world, to: target)?.cause(
                as: TransferError.self
            )
        else {
            Issue.record("there was room")
            return
        }
        #expect(needed == length)
        #expect(available.map { $0 < length } ?? false)
        #expect(world.stub.cancelledCount == 1)
        #expect(folder.names == [])
    }

    @Test func conflictingLengthsAreAFailureAndEqualOnesCountAsOne() {
        func reply(_ lengths: String...) -> StubTransport.Reply {
            var headers: HTTP.Headers = ["ETag": "\"v1\""]
            for length in lengths { headers.add("Content-Length", length) }
            return .status(.ok, headers: headers, body: Data("new".utf8))
        }
        for differing in [reply("3", "4"), reply("3, 4"), reply("4", "3")] {
            let error = failure(VirtualNetwork(differing), to: target.resumable())?.cause(as: TransportError.self)
            #expect(error?.kind == .invalidResponse)
            #expect(folder.names == [])
        }
        let short = failure(VirtualNetwork(reply("4", "4")), to: .file(folder.file("b")))
        #expect(short?.cause(as: TransportError.self)?.kind == .truncatedResponse)
        #expect(failure(VirtualNetwork(reply("3", "3, 3")), to: target) == nil)
        #expect(folder.text(of: "a") == "new")
    }

    @Test func anErrorResponseKeepsItsBody() {  // F-16, N4
        let world = VirtualNetwork(.text("gone", status: .notFound))
        #expect(failure(world, to: target) == .unexpectedResponseCode(httpCode: .notFound, data: Data("gone".utf8)))
        #expect(folder.names == [])
    }

    @Test func theBodyOfAnErrorResponseIsLimited() {  // N16
        let world = VirtualNetwork(.status(.notFound, body: Data(count: 11)))
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(10).build()
        let events = world.network.download(request, to: target).record(on: world.clock)
        #expect(events.failure?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
    }

    @Test func theBodyOfAFileIsNotLimited() {  // N16
        let world = VirtualNetwork(.status(.ok, body: Data(count: 11)))
        let request = RequestBuilder(.get, "http://api.test/a").maxBodySize(10).build()
        let events = world.network.download(request, to: target).record(on: world.clock)
        #expect(events.values.last?.value?.byteCount == 11)
    }

    @Test func aTransientErrorIsFollowedByAnotherAttempt() {  // N6, F-16
        let world = VirtualNetwork(.status(.serviceUnavailable), .status(.ok, body: Data("abc".utf8)))
        #expect(failure(world, to: target) == nil)
        #expect(world.stub.times == [.zero, .seconds(1)])
        #expect(folder.text(of: "a") == "abc")
    }

    @Test func disposalRemovesTheWrittenPart() {  // F-16, N3
        let world = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(1), headers: ["ETag": "\"a\""]))
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        world.clock.advance(by: .milliseconds(1_500))
        #expect(folder.hiddenNames.count == 1)
        events.dispose()
        #expect(folder.names == [])
        world.clock.run()
        #expect(events.all.last?.event.isTerminating == true)
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
        #expect(folder.names == [])
    }

    @Test func disposalByAnObserverOfProgressRemovesTheWrittenPart() {  // N3
        let world = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(1)))
        let events = world.network.download(.get(), to: target)
            .take(while: { $0.progress.map { $0.byteCount < 1 } ?? true })
            .record(on: world.clock)
        world.clock.run()
        #expect(events.isTerminated)
        #expect(folder.names == [])
        #expect(world.isQuiet)
    }

    @Test func thereIsNoDeadlineUnlessOneIsGiven() {  // N11
        let world = VirtualNetwork(.status(.ok, body: Data([1])).delayed(by: .seconds(100_000)))
        #expect(failure(world, to: target) == nil)
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

    @Test func aDirectoryThatDisappearsIsAFailure() throws {
        let world = VirtualNetwork(.chunks([Data([1])], every: .seconds(1)))
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        world.clock.advance(by: .milliseconds(500))
        try FileManager.default.removeItem(at: folder.url)
        world.clock.run()
        guard case .invalidDestination(_, .missingDirectory)? = events.failure?.cause(as: TransferError.self) else {
            Issue.record("\(events.all)")
            return
        }
    }

    @Test func aFileThatCanBeNeitherLinkedNorMovedLeavesNoEmptyFile() throws {  // F-16
        let world = VirtualNetwork(.chunks([Data([1])], every: .seconds(1)))
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        world.clock.advance(by: .milliseconds(500))
        // A directory has no links, as a file on some volumes, and cannot replace a file.
        let partial = folder.file(try #require(folder.hiddenNames.first))
        try FileManager.default.removeItem(at: partial)
        try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: false)
        world.clock.run()
        #expect(events.failure?.cause(as: TransferError.self) != nil)
        #expect(folder.names == [partial.lastPathComponent])
    }

    @Test func fewerBytesThanAnnouncedAreAFailure() {
        let world = VirtualNetwork(.status(.ok, headers: ["Content-Length": "5"], body: Data([1])), retryPolicy: .never)
        #expect(failure(world, to: target)?.cause(as: TransportError.self)?.kind == .truncatedResponse)
        #expect(folder.names == [])
    }

    @Test func moreBytesThanAnnouncedAreAFailure() {
        let world = VirtualNetwork(.status(.ok, headers: ["Content-Length": "1"], body: Data(count: 5)))
        #expect(failure(world, to: target)?.cause(as: TransportError.self)?.kind == .invalidResponse)
        #expect(folder.names == [])
    }

    @Test func aResponseWithoutAHeadIsAFailure() {  // N4
        let world = VirtualNetwork(.events([.completed(TransferMetrics())]))
        #expect(failure(world, to: target) == .invalidResponseType)
    }

    @Test func anInvalidRequestFailsAsInASend() {  // N1
        let world = VirtualNetwork(.status(.ok))
        let events = world.network.download(.get("nowhere"), to: target).record(on: world.clock)
        #expect(events.failure?.cause(as: RequestError.self) != nil)
        #expect(folder.names == [])
    }

    @Test func aBodyIsRequestedAndSavedWithoutDecoding() {
        let coded = Data([0x1F, 0x8B, 8, 0])
        let world = VirtualNetwork(
            .status(.ok, headers: ["Content-Encoding": "gzip", "Content-Length": "4"], body: coded)
        )
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        #expect(world.stub.requests[0].headers["Accept-Encoding"] == "identity")
        #expect(folder.contents(of: "a") == coded)
        #expect(events.values.compactMap(\.progress).last == TransferProgress(byteCount: 4, totalByteCount: 4))
    }

    @Test func errorTextsGiveTheReasonAndThePath() {  // F-43
        #expect(TransferError.fileExists(path: "/a").description == "There is already a file at /a")
        let space = TransferError.insufficientSpace(path: "/a", needed: 5, available: 3)
        #expect(space.errorDescription == "There is not enough space for /a: 5 bytes are needed, 3 are free")
    }
}
