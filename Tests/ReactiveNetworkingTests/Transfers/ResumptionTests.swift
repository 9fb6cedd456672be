import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// A download of "0123456789" that is interrupted after four bytes, and its resumption.
@Suite struct ResumptionTests {
    static let whole = Data("0123456789".utf8)
    static let headers: HTTP.Headers = ["ETag": "\"v1\"", "Content-Length": "10"]

    let folder: Folder

    init() throws { folder = try Folder() }

    var target: Destination { .file(folder.file("a")).resumable() }

    static func broken(_ headers: HTTP.Headers = Self.headers) -> StubTransport.Reply {
        .cut(afterSending: [whole.prefix(4)], headers: headers)
    }

    static func part(
        _ range: String? = "bytes 4-9/10",
        _ headers: HTTP.Headers = ["ETag": "\"v1\""],
        _ body: Data = whole.suffix(6)
    ) -> StubTransport.Reply {
        var headers = headers
        if let range { headers.set("Content-Range", range) }
        return .status(206, headers: headers, body: body)
    }

    static let complete = StubTransport.Reply.status(.ok, headers: headers, body: whole)
    static let changed = StubTransport.Reply.status(
        .ok,
        headers: ["ETag": "\"v2\"", "Content-Length": "3"],
        body: Data("new".utf8)
    )

    /// The download in another run of the process, which shares only the files in the folder.
    func run(_ world: VirtualNetwork, to destination: Destination? = nil) -> Outcome {
        let events = world.network.download(.get(), to: destination ?? target).record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
        #expect(events.isTerminated)
        return Outcome(
            file: events.values.last?.value,
            failure: events.failure,
            progress: events.values.compactMap(\.progress)
        )
    }

    struct Outcome {
        var file: DownloadedFile?
        var failure: OperationError?
        var progress: [TransferProgress]
    }

    func breakOff(_ headers: HTTP.Headers = Self.headers) {
        let world = VirtualNetwork(Self.broken(headers), retryPolicy: .never)
        #expect(run(world).failure?.cause(as: TransportError.self)?.kind == .truncatedResponse)
    }

    // Another run

    @Test func theRestIsRequestedAndAppended() {  // F-17
        breakOff()
        #expect(target.resumptionToken(for: .get())?.validator == "\"v1\"")
        #expect(target.resumptionToken(for: .get())?.totalByteCount == 10)
        #expect(folder.hiddenNames.count == 2)
        #expect(folder.hiddenNames.allSatisfy { folder.mode(of: $0) == 0o600 })
        let world = VirtualNetwork(Self.part())
        let outcome = run(world)
        #expect(world.stub.requests[0].headers["Range"] == "bytes=4-")
        #expect(world.stub.requests[0].headers["If-Range"] == "\"v1\"")
        #expect(world.stub.requests[0].headers["Accept-Encoding"] == "identity")
        #expect(outcome.file?.resumedByteCount == 4)
        #expect(outcome.file?.byteCount == 10)
        #expect(outcome.progress.first == TransferProgress(byteCount: 4, totalByteCount: 10))
        #expect(outcome.progress.last == TransferProgress(byteCount: 10, totalByteCount: 10))
        #expect(folder.contents(of: "a") == Self.whole)
        #expect(folder.names == ["a"])
    }

    @Test func aDisposedDownloadCanBeResumed() {  // F-17, N3
        let world = VirtualNetwork(
            .chunks([Self.whole.prefix(4), Self.whole.suffix(6)], every: .seconds(1), headers: Self.headers)
        )
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        world.clock.advance(by: .milliseconds(1_500))
        events.dispose()
        #expect(run(VirtualNetwork(Self.part())).file?.resumedByteCount == 4)
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aDownloadIntoADirectoryCanBeResumed() {  // F-17
        let destination = Destination.directory(folder.url).resumable()
        _ = run(VirtualNetwork(Self.broken(), retryPolicy: .never), to: destination)
        #expect(run(VirtualNetwork(Self.part()), to: destination).file?.url.lastPathComponent == "1")
        #expect(folder.contents(of: "1") == Self.whole)
    }

    @Test func aCompleteResponseStartsOver() {  // F-17
        breakOff()
        let world = VirtualNetwork(Self.changed)
        let outcome = run(world)
        #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=4-"])
        #expect(outcome.file?.resumedByteCount == 0)
        #expect(folder.text(of: "a") == "new")
        #expect(folder.names == ["a"])
    }

    @Test(arguments: [
        part("bytes 3-8/10"), part("bytes 4-10/11"), part("bytes 4-9/*"), part("bytes */10"), part(nil),
        part("items 4-9/10"), part("bytes 4-9/10", ["ETag": "\"v2\""]), part("bytes 4-9/10", ["ETag": "W/\"v1\""]),
        part("bytes 4-9/10", ["ETag": "\"v1\"", "Content-Encoding": "gzip"]),
        part(nil, ["Content-Type": "multipart/byteranges; boundary=x"]),
        part("bytes 4-9/10", ["Content-Type": "multipart/byteranges; boundary=x"]),
        .status(
            206,
            headers: ["ETag": "\"v1\"", "Content-Range": "bytes 4-9/10", "content-range": "bytes 5-9/10"],
            body: whole.suffix(6)
        ),
        .status(
            206,
            headers: ["ETag": "\"v1\"", "ETag": "\"v2\"", "Content-Range": "bytes 4-9/10"],
            body: whole.suffix(6)
        ),
        .status(416, headers: ["Content-Range": "bytes */3"]), .status(416, headers: ["Content-Range": "bytes */20"]),
        .status(416), .status(416, headers: ["Content-Range": "bytes */4"]),
    ])
    func anUnusablePartIsFollowedByARequestForTheWhole(reply: StubTransport.Reply) {  // F-17
        breakOff()
        let world = VirtualNetwork(reply, Self.complete)
        let outcome = run(world)
        #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=4-", nil])
        #expect(world.stub.requests.map { $0.headers["If-Range"] } == ["\"v1\"", nil])
        #expect(world.stub.times == [.zero, .zero])
        #expect(outcome.file?.resumedByteCount == 0)
        #expect(folder.contents(of: "a") == Self.whole)
        #expect(folder.names == ["a"])
    }

    /// Parts that do not say so by their status.
    static let disguised: [HTTP.Headers] = [
        ["Content-Range": "bytes 4-9/10"], ["Content-Range": "bytes 5-9/10"], ["content-range": "BYTES 0-5/10"],
        ["Content-Range": "bytes 0-5/*"], ["Content-Range": "bytes 0-9/*"], ["Content-Range": "bytes=4-9/10"],
        ["Content-Range": "bytes 4-9"], ["Content-Range": "bytes 0-9/10", "Content-Range": "bytes 4-9/10"],
        ["Content-Type": "Multipart/ByteRanges; boundary=x"],
    ]

    @Test(arguments: disguised)
    func aPartInDisguiseIsFollowedByARequestForTheWhole(headers: HTTP.Headers) throws {  // F-17
        for status in [HTTP.StatusCode.ok, 203] {
            breakOff()
            let world = VirtualNetwork(.status(status, headers: headers, body: Self.whole.suffix(5)), Self.complete)
            let outcome = run(world)
            #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=4-", nil])
            #expect(outcome.file?.resumedByteCount == 0)
            #expect(folder.contents(of: "a") == Self.whole)
            #expect(folder.names == ["a"])
            try FileManager.default.removeItem(at: folder.file("a"))
        }
    }

    @Test(arguments: disguised) func aPartInDisguiseIsNeverTheWholeFile(headers: HTTP.Headers) {  // F-17
        let part = StubTransport.Reply.status(.ok, headers: headers, body: Self.whole.suffix(5))
        #expect(run(VirtualNetwork(part)).failure?.cause(as: TransferError.self) == .unrequestedPart)
        #expect(folder.names == [])
        breakOff()
        #expect(run(VirtualNetwork(part, part)).failure?.cause(as: TransferError.self) == .unrequestedPart)
        #expect(folder.contents(of: "a") == nil)
        let plain = Destination.file(folder.file("b"))
        #expect(run(VirtualNetwork(part), to: plain).failure?.cause(as: TransferError.self) == .unrequestedPart)
        #expect(folder.contents(of: "b") == nil)
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 0-9/10"], ["Content-Range": "bytes */10"], ["Content-Range": "items 0-9/100"],
            ["Content-Range": ""],
        ] as [HTTP.Headers]
    )
    func aRangeOfAllBytesIsTheWholeFile(headers: HTTP.Headers) {  // F-17
        breakOff()
        let world = VirtualNetwork(.status(.ok, headers: headers, body: Self.whole))
        #expect(run(world).file?.byteCount == 10)
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aPartThatTheUserRequestsMayHaveAnyStatus() {  // F-17
        let request = RequestBuilder(.get, "http://api.test/todos/1").header("Range", "bytes=5-9").build()
        let headers: HTTP.Headers = ["Content-Range": "bytes 5-9/10"]
        let world = VirtualNetwork(.status(.ok, headers: headers, body: Self.whole.suffix(5)))
        let events = world.network.download(request, to: target).record(on: world.clock)
        world.clock.run()
        #expect(events.values.last?.value?.byteCount == 5)
    }

    @Test func anUnsatisfiableRangeAtTheEndIsSuccess() {  // F-17
        // All ten bytes have arrived, but not the end of the response.
        let world = VirtualNetwork(.cut(afterSending: [Self.whole], headers: Self.headers), retryPolicy: .never)
        _ = run(world)
        let second = VirtualNetwork(.status(416, headers: ["Content-Range": "bytes */10"], body: Data("no".utf8)))
        let outcome = run(second)
        #expect(second.stub.requests.map { $0.headers["Range"] } == ["bytes=10-"])
        #expect(outcome.file?.statusCode == 416)
        #expect(outcome.file?.resumedByteCount == 10)
        #expect(outcome.progress == [TransferProgress(byteCount: 10, totalByteCount: 10)])
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test(
        arguments: [
            ["ETag": "W/\"v1\"", "Content-Length": "10"], ["Content-Length": "10"],
            ["ETag": "\"v1\"", "Content-Encoding": "gzip", "Content-Length": "10"],
            ["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Date": "Mon, 01 Jan 2024 00:00:00 GMT"],
        ] as [HTTP.Headers]
    )
    func withoutAStrongValidatorNoPartIsKept(headers: HTTP.Headers) {
        breakOff(headers)
        #expect(folder.names == [])
        let world = VirtualNetwork(Self.complete)
        _ = run(world)
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil])
    }

    @Test func aLastModifiedDateCanBeTheValidator() {
        let date = "Mon, 01 Jan 2024 00:00:00 GMT"
        breakOff(["Last-Modified": date, "Date": "Mon, 01 Jan 2024 00:00:01 GMT", "Content-Length": "10"])
        let world = VirtualNetwork(Self.part("bytes 4-9/10", ["Last-Modified": date]))
        #expect(run(world).file?.resumedByteCount == 4)
        #expect(world.stub.requests.map { $0.headers["If-Range"] } == [date])
    }

    @Test func aServerErrorKeepsThePartialFile() {  // F-17
        breakOff()
        #expect(
            run(VirtualNetwork(.status(.notFound))).failure == .unexpectedResponseCode(httpCode: .notFound, data: nil)
        )
        #expect(run(VirtualNetwork(Self.part())).file?.resumedByteCount == 4)
    }

    @Test func anotherRequestCannotResumeTheDownload() {
        breakOff()
        #expect(target.resumptionToken(for: .get("http://api.test/todos/2")) == nil)
        #expect(Destination.file(folder.file("b")).resumptionToken(for: .get()) == nil)
        target.discardPartial(of: .get())
        #expect(target.resumptionToken(for: .get()) == nil)
        #expect(folder.names == [])
    }

    @Test func onlyGetRequestsAreResumed() {  // F-17
        let request = RequestBuilder(.post, "http://api.test/todos/1").repeatable().build()
        let world = VirtualNetwork(Self.broken(), Self.complete)
        world.network.download(request, to: target).start()
        world.clock.run()
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil, nil])
        #expect(folder.contents(of: "a") == Self.whole)
    }

    // Existing partial files

    @Test func anUnreadableResumptionTokenStartsOver() throws {
        breakOff()
        let token = try #require(folder.hiddenNames.first { $0.hasSuffix(".resume") })
        for contents in [Data(), Data("{}".utf8), Data(count: 100_000)] {
            try contents.write(to: folder.file(token))
            let world = VirtualNetwork(Self.broken(), retryPolicy: .never)
            _ = run(world)
            #expect(world.stub.requests.map { $0.headers["Range"] } == [nil])
        }
    }

    @Test func aPartialFileWithoutATokenStartsOver() throws {
        breakOff()
        let token = try #require(folder.hiddenNames.first { $0.hasSuffix(".resume") })
        try FileManager.default.removeItem(at: folder.file(token))
        let world = VirtualNetwork(Self.complete)
        _ = run(world)
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil])
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aSymbolicLinkInPlaceOfThePartialFileIsNotFollowed() throws {
        breakOff()
        let partial = try #require(folder.hiddenNames.first { $0.hasSuffix(".partial") })
        let victim = folder.file("victim")
        try Data("precious".utf8).write(to: victim)
        try FileManager.default.removeItem(at: folder.file(partial))
        try FileManager.default.createSymbolicLink(at: folder.file(partial), withDestinationURL: victim)
        #expect(run(VirtualNetwork(Self.complete)).failure == nil)
        #expect(folder.text(of: "victim") == "precious")
        #expect(folder.contents(of: "a") == Self.whole)
    }

    @Test func aHardLinkToThePartialFileIsNotWrittenTo() throws {
        breakOff()
        let partial = try #require(folder.hiddenNames.first { $0.hasSuffix(".partial") })
        try FileManager.default.linkItem(at: folder.file(partial), to: folder.file("finished"))
        let world = VirtualNetwork(Self.changed)
        _ = run(world)
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil])
        #expect(folder.text(of: "finished") == "0123")
        #expect(folder.text(of: "a") == "new")
    }

    @Test func aSecondDownloadToTheSameFileFails() {
        let world = VirtualNetwork(.chunks([Self.whole], every: .seconds(1), headers: Self.headers))
        let first = world.network.download(.get(), to: target).record(on: world.clock)
        let second = world.network.download(.get(), to: target).record(on: world.clock)
        guard case .alreadyInProgress? = second.failure?.cause(as: TransferError.self) else {
            Issue.record("\(second.all)")
            return
        }
        #expect(target.resumptionToken(for: .get()) != nil)
        world.clock.run()
        #expect(first.failure == nil)
        #expect(folder.contents(of: "a") == Self.whole)
        #expect(folder.names == ["a"])
    }

    @Test func aResumptionTokenDoesNotContainTheURL() throws {
        let request = Request.get("http://api.test/todos?token=canary")
        let world = VirtualNetwork(Self.broken(), retryPolicy: .never)
        world.network.download(request, to: target).start()
        world.clock.run()
        let token = try #require(target.resumptionToken(for: request))
        #expect(!String(decoding: token.data, as: UTF8.self).contains("canary"))
        #expect(folder.names.allSatisfy { !$0.contains("canary") })
        #expect(ResumptionToken(data: token.data) == token)
    }
}
