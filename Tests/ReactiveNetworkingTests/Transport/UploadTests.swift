import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// Request bodies from files and streams, over real sockets.
@Suite struct UploadTests {
    private let server: LoopbackServer
    private let network = Network(scheduler: ImmediateScheduler())

    init() throws {
        server = try LoopbackServer()
        server.on("*", .status(200))
    }

    private func failure(_ request: Request) async -> OperationError? {
        do throws(OperationError) {
            _ = try await network.send(request).firstValue()
            return nil
        } catch {
            return error
        }
    }

    private func put(_ body: Body) -> Request { RequestBuilder(.put, server.url("/")).body(body).build() }

    @Test func aFileArrivesCompletelyWithItsLength() async throws {  // F-14
        let contents = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try await withFile(contents) { file in
            _ = try await network.send(RequestBuilder(.post, server.url("/")).file(file).build()).value()
        }
        let received = try #require(server.requests.last)
        #expect(received.body == Array(contents))
        #expect(received.headers.values(of: "Content-Length") == ["1000000"])
        #expect(received.headers.values(of: "Transfer-Encoding") == [])
        #expect(received.header("Content-Type") == "application/octet-stream")
    }

    @Test func anEmptyFileIsSentAsAnEmptyBody() async throws {
        try await withFile(Data()) { file in _ = try await network.send(put(.file(file))).value() }
        let received = try #require(server.requests.last)
        #expect(received.body.isEmpty)
        #expect(received.headers.values(of: "Content-Length") == ["0"])
    }

    @Test func aMissingFileFailsBeforeAnythingIsSent() async {
        let error = await failure(put(.file(URL(filePath: "/nowhere/file"))))
        guard case .unreadableFile("/nowhere/file", _)? = error?.requestError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(String(describing: error))".contains("/nowhere/file"))
        #expect(await failure(put(.file(FileManager.default.temporaryDirectory)))?.requestError != nil)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test func aStreamOfUnknownLengthIsSentInChunks() async throws {  // F-14
        _ = try await network.send(put(.stream { pieces(["Hello", "", ", ", "world"]) })).value()
        let received = try #require(server.requests.last)
        #expect(received.text == "Hello, world")
        #expect(received.headers.values(of: "Transfer-Encoding") == ["chunked"])
        #expect(received.headers.values(of: "Content-Length") == [])
    }

    @Test func aStreamOfKnownLengthIsSentWithItsLength() async throws {  // F-14
        _ = try await network.send(put(.stream(byteCount: 5) { pieces(["He", "llo"]) })).value()
        let received = try #require(server.requests.last)
        #expect(received.text == "Hello")
        #expect(received.headers.values(of: "Content-Length") == ["5"])
        #expect(received.headers.values(of: "Transfer-Encoding") == [])
    }

    @Test(arguments: [3, 7])
    func aStreamShorterThanAnnouncedFails(byteCount: Int64) async {
        let error = await failure(put(.stream(byteCount: byteCount) { pieces(["He", "llo"]) }))
        #expect(error?.transportError?.kind == .bodyUnavailable, "\(String(describing: error))")
        #expect(error?.transportError?.detail?.contains("\(byteCount) bytes") == true)
    }

    /// At each of these lengths a chunk ends where the body should.
    @Test(arguments: [["Hello", "!"], ["He", "llo", "!"], ["Hello", "", "!"]])
    func aStreamLongerThanAnnouncedFails(chunks: [String]) async {
        for _ in 1...25 {
            let error = await failure(put(.stream(byteCount: 5) { pieces(chunks) }))
            #expect(error?.transportError?.kind == .bodyUnavailable, "\(String(describing: error))")
            #expect(error?.transportError?.detail?.contains("more than the 5 bytes") == true)
        }
        // An incomplete request does not count as a request.
        #expect(server.requestCount == 0)
    }

    @Test(arguments: [10, 1 << 18]) func aFileThatGrowsFails(byteCount: Int) async throws {
        try await withFile(Data(count: byteCount)) { file in
            let request = try put(.file(file)).prepared()
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: 1_000))
            try handle.close()
            let heard = try await CurlTransport.shared.get().hear(request)
            #expect(heard.error?.kind == .bodyUnavailable, "\(heard)")
            #expect(server.requestCount == 0)
        }
    }

    @Test func theErrorOfAStreamIsTheCause() async {
        let error = await failure(
            put(
                .stream {
                    AsyncThrowingStream<Data, any Error> { $0.finish(throwing: CocoaError(.fileReadNoSuchFile)) }
                }
            )
        )
        #expect(error?.transportError?.kind == .bodyUnavailable)
        #expect(error?.transportError?.cause?.error is CocoaError)
        #expect(error?.transportError?.host == "127.0.0.1")
    }

    @Test func aStreamIsCreatedForEachAttempt() async throws {  // N1
        server.on("/flaky", .status(503), .status(200))
        let starts = Locked(0)
        let body = Body.stream {
            starts.withLock { $0 += 1 }
            return pieces(["again"])
        }
        _ = try await network.send(RequestBuilder(.put, server.url("/flaky")).body(body).build()).value()
        #expect(starts.withLock { $0 } == 2)
        #expect(server.requests.map(\.text) == ["again", "again"])
    }

    @Test func aOneShotStreamIsSentOnce() async {  // N11
        server.on("/503", .status(503))
        server.on("/307", .redirect(to: "/", status: 307))
        func request(_ path: String) -> Request {
            RequestBuilder(.put, server.url(path)).body(.stream(once: pieces(["once"]))).build()
        }
        let log = Locked<[Network.Event]>([])
        network.events.observeValues { event in log.withLock { $0.append(event) } }
        #expect(await failure(request("/503")) == .unexpectedResponseCode(httpCode: 503, data: nil))
        #expect(log.stopReason == .bodyCannotBeReplayed)
        #expect(server.requestCount(to: "/503") == 1)
        #expect(await failure(request("/307"))?.transportError?.kind == .redirectRefused)
        let spent = request("/")
        #expect(await failure(spent) == nil)
        #expect(await failure(spent)?.transportError?.cause?.error as? RequestError == .bodyAlreadyConsumed)
    }

    @Test func aStreamIsReadNoFasterThanTheServerReads() async throws {
        server.on("/stall", LoopbackServer.Reply.silent.requestBody(.leaveUnread))
        let produced = Locked(0)
        let isReleased = Locked(false)
        let body = Body.stream {
            let probe = ReleaseProbe { isReleased.withLock { $0 = true } }
            return AsyncStream(unfolding: { () -> Data? in
                withExtendedLifetime(probe) { produced.withLock { $0 += 65_536 } }
                return Data(count: 65_536)
            })
        }
        let request = RequestBuilder(.put, server.url("/stall")).body(body).build()
        let handle = network.send(request, abortAfter: .seconds(120)).start()
        // Allow for a busy machine.
        var sent = 0
        for _ in 1...100 {
            let before = sent
            try await Task.sleep(for: .milliseconds(500))
            sent = produced.withLock { $0 }
            if sent > 0, sent == before { break }
        }
        // The capacity of the sockets' buffers and a little more; zero bytes would prove nothing.
        #expect((1 << 16..<32 << 20).contains(sent))
        handle.dispose()
        #expect(await eventually { isReleased.withLock { $0 } })
    }

    @Test func progressRisesToTheTotal() async throws {  // F-15
        let transport = try CurlTransport.shared.get()
        let request = try put(
            .stream(byteCount: 3_000_000) {
                pieces(Array(repeating: String(repeating: "x", count: 30_000), count: 100))
            }
        )
        .prepared()
        let events = try await transport.exchange(request).collect().value()
        let sent = events.compactMap { event -> Int64? in
            guard case .uploadProgress(let sent, let total) = event else { return nil }
            #expect(total == 3_000_000)
            return sent
        }
        #expect(sent == sent.sorted())
        #expect(sent.last == 3_000_000)
        #expect(sent.count { $0 == 3_000_000 } == 1)
    }

    @Test func aSessionRejectsAStreamAndSendsAFile() async throws {
        let network = Network(
            configuration: .patient,
            transport: URLSessionTransport.shared,
            scheduler: ImmediateScheduler()
        )
        let error = await network.send(put(.stream { pieces(["x"]) })).materialize().firstValue()
        guard case .failed(.requestFailure(let cause))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((cause as? TransportError)?.kind == .unsupported)
        #expect(server.acceptedConnectionCount == 0)
        try await withFile(Data("from a file".utf8)) { file in _ = try await network.send(put(.file(file))).value() }
        #expect(server.requests.last?.text == "from a file")
    }
}

private func pieces(_ texts: [String]) -> AsyncStream<Data> {
    AsyncStream { continuation in
        for text in texts { continuation.yield(Data(text.utf8)) }
        continuation.finish()
    }
}

private func withFile(_ contents: Data, _ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
    try contents.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file)
}

/// Signals when it is released.
private final class ReleaseProbe: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}
