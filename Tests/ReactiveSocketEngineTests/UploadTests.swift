import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import ReactiveURLSession
import Testing

/// Request bodies from files and streams, over real sockets.
@Suite struct UploadTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.on("*", .status(200))
    }

    private func failure(_ network: Network, _ request: Request) async -> OperationError? {
        if case .failure(let error)? = await result(of: network.send(request)) { error } else { nil }
    }

    private func failure(_ wire: Wire, _ request: Request) async throws -> OperationError? {
        await failure(try wire.network(), request)
    }

    private func put(_ body: Body) -> Request { RequestBuilder(.put, server.url("/")).body(body).build() }

    @Test(arguments: Wire.sound) func aFileArrivesCompletelyWithItsLength(wire: Wire) async throws {  // F-14
        let contents = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try await withFile(contents) { file in
            _ = try await wire.network().send(RequestBuilder(.post, server.url("/")).file(file).build()).value()
        }
        let received = try #require(server.requests.last)
        #expect(received.body == Array(contents))
        #expect(received.headers.values(of: "Content-Length") == ["1000000"])
        #expect(received.headers.values(of: "Transfer-Encoding") == [])
        #expect(received.header("Content-Type") == "application/octet-stream")
    }

    @Test(arguments: Wire.sound) func anEmptyFileIsSentAsAnEmptyBody(wire: Wire) async throws {
        try await withFile(Data()) { file in _ = try await wire.network().send(put(.file(file))).value() }
        let received = try #require(server.requests.last)
        #expect(received.body.isEmpty)
        #expect(received.headers.values(of: "Content-Length") == ["0"])
    }

    @Test(arguments: Wire.sound) func aMissingFileFailsBeforeAnythingIsSent(wire: Wire) async throws {
        let error = try await failure(wire, put(.file(URL(filePath: "/nowhere/file"))))
        guard case .unreadableFile("/nowhere/file", _)? = error?.cause(as: RequestError.self) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(String(describing: error))".contains("/nowhere/file"))
        #expect(
            try await failure(wire, put(.file(FileManager.default.temporaryDirectory)))?.cause(as: RequestError.self)
                != nil
        )
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test(arguments: Wire.sound) func aStreamOfUnknownLengthIsSentInChunks(wire: Wire) async throws {  // F-14
        _ = try await wire.network().send(put(.stream { pieces(["Hello", "", ", ", "world"]) })).value()
        let received = try #require(server.requests.last)
        #expect(received.text == "Hello, world")
        #expect(received.headers.values(of: "Transfer-Encoding") == ["chunked"])
        #expect(received.headers.values(of: "Content-Length") == [])
    }

    @Test(arguments: Wire.sound) func aStreamOfKnownLengthIsSentWithItsLength(wire: Wire) async throws {  // F-14
        _ = try await wire.network().send(put(.stream(byteCount: 5) { pieces(["He", "llo"]) })).value()
        let received = try #require(server.requests.last)
        #expect(received.text == "Hello")
        #expect(received.headers.values(of: "Content-Length") == ["5"])
        #expect(received.headers.values(of: "Transfer-Encoding") == [])
    }

    @Test(arguments: Wire.sound, [3, 7])
    func aStreamShorterThanAnnouncedFails(wire: Wire, byteCount: Int64) async throws {
        let error = try await failure(wire, put(.stream(byteCount: byteCount) { pieces(["He", "llo"]) }))
        #expect(error?.cause(as: TransportError.self)?.kind == .bodyUnavailable, "\(String(describing: error))")
        #expect(error?.cause(as: TransportError.self)?.detail?.contains("\(byteCount) bytes") == true)
    }

    /// At each of these lengths a chunk ends where the body should.
    @Test(arguments: Wire.sound, [["Hello", "!"], ["He", "llo", "!"], ["Hello", "", "!"]])
    func aStreamLongerThanAnnouncedFails(wire: Wire, chunks: [String]) async throws {
        for _ in 1...25 {
            let error = try await failure(wire, put(.stream(byteCount: 5) { pieces(chunks) }))
            #expect(error?.cause(as: TransportError.self)?.kind == .bodyUnavailable, "\(String(describing: error))")
            #expect(error?.cause(as: TransportError.self)?.detail?.contains("more than the 5 bytes") == true)
        }
        // An incomplete request does not count as a request.
        #expect(server.requestCount == 0)
    }

    @Test(arguments: Wire.sound, [10, 1 << 18])
    func aFileThatGrowsFails(wire: Wire, byteCount: Int) async throws {
        try await withFile(Data(count: byteCount)) { file in
            let request = try put(.file(file)).prepared()
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: 1_000))
            try handle.close()
            let heard = try await wire.transport().hear(request)
            #expect(heard.error?.kind == .bodyUnavailable, "\(heard)")
            #expect(server.requestCount == 0)
        }
    }

    @Test(arguments: Wire.sound) func theErrorOfAStreamIsTheCause(wire: Wire) async throws {
        let error = try await failure(
            wire,
            put(
                .stream {
                    AsyncThrowingStream<Data, any Error> { $0.finish(throwing: CocoaError(.fileReadNoSuchFile)) }
                }
            )
        )
        #expect(error?.cause(as: TransportError.self)?.kind == .bodyUnavailable)
        #expect(error?.cause(as: TransportError.self)?.cause?.error is CocoaError)
        #expect(error?.cause(as: TransportError.self)?.host == "127.0.0.1")
    }

    @Test(arguments: Wire.sound) func aStreamIsCreatedForEachAttempt(wire: Wire) async throws {  // N1
        server.on("/flaky", .status(503), .status(200))
        let starts = Locked(0)
        let body = Body.stream {
            starts.withLock { $0 += 1 }
            return pieces(["again"])
        }
        _ = try await wire.network().send(RequestBuilder(.put, server.url("/flaky")).body(body).build()).value()
        #expect(starts.withLock { $0 } == 2)
        #expect(server.requests.map(\.text) == ["again", "again"])
    }

    @Test(arguments: Wire.sound) func aOneShotStreamIsSentOnce(wire: Wire) async throws {  // N11
        server.on("/503", .status(503))
        server.on("/307", .redirect(to: "/", status: 307))
        func request(_ path: String) -> Request {
            RequestBuilder(.put, server.url(path)).body(.stream(once: pieces(["once"]))).build()
        }
        let log = Locked<[Network.Event]>([])
        let network = try wire.network()
        network.events.observeValues { event in log.withLock { $0.append(event) } }
        #expect(await failure(network, request("/503")) == .unexpectedResponseCode(httpCode: 503, data: nil))
        #expect(log.stopReason == .bodyCannotBeReplayed)
        #expect(server.requestCount(to: "/503") == 1)
        #expect(await failure(network, request("/307"))?.cause(as: TransportError.self)?.kind == .redirectRefused)
        let spent = request("/")
        #expect(await failure(network, spent) == nil)
        #expect(
            await failure(network, spent)?.cause(as: TransportError.self)?.cause?.error as? RequestError
                == .bodyAlreadyConsumed
        )
    }

    @Test(arguments: Wire.sound) func aStreamIsReadNoFasterThanTheServerReads(wire: Wire) async throws {
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
        let handle = try wire.network().send(request, abortAfter: .seconds(120)).start()
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

    @Test(arguments: Wire.sound) func progressRisesToTheTotal(wire: Wire) async throws {  // F-15
        let transport = try wire.transport()
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
