import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// Files and streams as parts, and their failures during an upload.
@Suite struct MultipartUploadTests {
    private let server: LoopbackServer
    private let network = Network(configuration: .patient, scheduler: ImmediateScheduler())

    init() throws {
        server = try LoopbackServer()
        server.on("*", .status(200))
    }

    private func request(_ parts: [Multipart.Part], path: String = "/") -> Request {
        RequestBuilder(.put, server.url(path)).multipart(Multipart(parts, boundary: "cut")).build()
    }

    @Test(arguments: [0, 1, 4_096, 4_097, 65_536, 1_000_000])
    func aFileArrivesWhole(byteCount: Int) async throws {  // F-11, F-14
        let contents = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try await withFile(contents, named: "x.bin") { file in
            _ = try await network.send(request([.value("a", 1), .file("b", file), .value("c", 2)])).value()
        }
        let received = try #require(server.requests.last)
        let text =
            "--cut\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--cut\r\n"
            + "Content-Disposition: form-data; name=\"b\"; filename=\"x.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        let end = "\r\n--cut\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\n2\r\n--cut--\r\n"
        #expect(received.body == Array(text.utf8) + Array(contents) + Array(end.utf8))
        #expect(received.headers.values(of: "Content-Length") == ["\(received.body.count)"])
    }

    @Test func aStreamOfUnknownLengthIsSentInChunks() async throws {  // F-11
        let stream = Multipart.Part.stream("a") { pieces("He", "llo") }
        _ = try await network.send(request([stream, .value("b", 1)])).value()
        let received = try #require(server.requests.last)
        #expect(received.headers.values(of: "Transfer-Encoding") == ["chunked"])
        #expect(received.headers.values(of: "Content-Length") == [])
        #expect(
            received.text.hasSuffix(
                "\r\n\r\nHello\r\n--cut\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n1\r\n--cut--\r\n"
            )
        )
    }

    @Test func anExplicitContentLengthMustMatchTheBody() async throws {  // C-37
        let parts: [Multipart.Part] = [.value("key", "value")]
        let byteCount = try Body.multipart(Multipart(parts, boundary: "cut")).data().count
        func send(_ length: Int) async -> OperationError? {
            let builder = RequestBuilder(.post, server.url("/")).multipart(Multipart(parts, boundary: "cut"))
            return await network.failure(builder.header("Content-Length", "\(length)").build())
        }
        #expect(await send(byteCount) == nil)
        #expect(server.requests.last?.headers.values(of: "Content-Length") == ["\(byteCount)"])
        #expect(await send(byteCount + 1)?.cause(as: RequestError.self) != nil)
    }

    @Test func everyAttemptSendsTheWholeBody() async throws {  // N1
        server.on("/flaky", .status(503), .status(200))
        try await withFile(Data("from a file".utf8), named: "x") { file in
            let parts: [Multipart.Part] = [.file("a", file), .stream("b", byteCount: 2) { pieces("st") }]
            _ = try await network.send(request(parts, path: "/flaky")).value()
        }
        #expect(server.requestCount(to: "/flaky") == 2)
        #expect(server.requests[0].body == server.requests[1].body)
    }

    @Test(arguments: [307, 308]) func aRedirectSendsTheWholeBodyAgain(status: Int) async throws {  // N1, N15
        server.on("/moved", .redirect(to: "/flaky", status: HTTP.StatusCode(rawValue: status)))
        server.on("/flaky", .status(503), .status(200))
        try await withFile(Data("from a file".utf8), named: "x") { file in
            let parts: [Multipart.Part] = [.file("a", file), .stream("b") { pieces("st", "ream") }]
            _ = try await network.send(request(parts, path: "/moved")).value()
        }
        let paths = server.requests.filter { $0.text.hasSuffix("stream\r\n--cut--\r\n") }.map(\.path)
        #expect(paths.filter { $0 == "/flaky" }.count == 2)
        #expect(Set(server.requests.filter { $0.path == "/flaky" }.map(\.body)).count == 1)
    }

    @Test func aOneShotStreamIsSentOnce() async {
        server.on("/503", .status(503))
        let once = request([.value("a", 1), .stream("b", once: pieces("x"))], path: "/503")
        #expect(await network.failure(once) == .unexpectedResponseCode(httpCode: 503, data: nil))
        #expect(server.requestCount(to: "/503") == 1)
        #expect(try! once.prepared().isRepeatable == false)
    }

    // Failures before anything is sent

    @Test func anUnreadableFileFailsBeforeAnythingIsSent() async throws {
        let directory = FileManager.default.temporaryDirectory
        for path in ["/nowhere/file", directory.path] {
            let error = await network.failure(request([.value("a", 1), .file("b", URL(filePath: path))]))
            guard case .unreadableFile(path, _)? = error?.cause(as: RequestError.self) else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test func aLinkToAFileIsSentAsTheFile() async throws {  // F-11
        try await withFile(Data("linked".utf8), named: "x") { file in
            let link = file.deletingLastPathComponent().appending(path: "link.txt")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let content = try Body.multipart(Multipart([.file("a", link)], boundary: "cut")).content()
            let text = String(decoding: try await content.bytes(), as: UTF8.self)
            #expect(text.contains("filename=\"link.txt\"\r\nContent-Type: text/plain\r\n\r\nlinked\r\n--cut--"))
            #expect(content.byteCount == Int64(text.utf8.count))
            #expect(try await Body.file(link).content().bytes() == Data("linked".utf8))
        }
    }

    @Test func pipesAndDanglingLinksAreRejected() async throws {
        try await withFile(Data(), named: "x") { file in
            let pipe = file.deletingLastPathComponent().appending(path: "pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            #expect(throws: RequestError.unreadableFile(path: pipe.path, cause: nil)) { try Body.file(pipe).content() }
            for name in ["loop", "nowhere"] {
                let link = file.deletingLastPathComponent().appending(path: "loop")
                try? FileManager.default.removeItem(at: link)
                let end = link.deletingLastPathComponent().appending(path: name)
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: end)
                let error = #expect(throws: RequestError.self) { try Body.file(link).content() }
                guard case .unreadableFile(link.path, _)? = error else { return #expect(Bool(false)) }
            }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func aFileWithoutReadPermissionFailsBeforeAnythingIsSent() async throws {
        try await withFile(Data("secret".utf8), named: "x") { file in
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            let error = await network.failure(request([.file("b", file)]))
            #expect(
                error?.cause(as: RequestError.self)
                    == .unreadableFile(path: file.path, cause: .init(CocoaError(.fileReadNoPermission)))
            )
        }
        #expect(server.acceptedConnectionCount == 0)
    }

    // Failures during the upload

    /// Returns the failure of an upload whose file changes while the part before it is sent.
    private func failure(changing contents: Data, _ change: @escaping @Sendable (URL) throws -> Void) async throws
        -> TransportError?
    {
        try await withFile(contents, named: "x") { file in
            let parts: [Multipart.Part] = [
                .stream("first", byteCount: 1) {
                    try? change(file)
                    return pieces("1")
                },
                .file("second", file),
            ]
            return await network.failure(request(parts))?.cause(as: TransportError.self)
        }
    }

    /// No seemingly complete body has arrived.
    private var nothingArrived: Bool { server.requests.allSatisfy { !$0.text.contains("--cut--") } }

    @Test func aFileThatShrinksFailsTheExchange() async throws {
        let error = try await failure(changing: Data(count: 100_000)) { file in
            try FileHandle(forUpdating: file).truncate(atOffset: 70_000)
        }
        #expect(error?.kind == .bodyUnavailable)
        let expected = MultipartError.partTooShort(name: "second", byteCount: 70_000, announced: 100_000)
        #expect(error?.cause?.error as? MultipartError == expected)
        #expect(expected.description == "the part second ended after 70000 of 100000 bytes")
        #expect(nothingArrived)
    }

    @Test(arguments: [0, 100_000]) func aFileThatGrowsFailsTheExchange(byteCount: Int) async throws {
        let error = try await failure(changing: Data(count: byteCount)) { file in
            let handle = try FileHandle(forUpdating: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("more".utf8))
        }
        let expected = MultipartError.partTooLong(name: "second", announced: Int64(byteCount))
        #expect(error?.cause?.error as? MultipartError == expected)
        #expect(expected.description == "the part second has more than the \(byteCount) bytes announced")
        #expect(nothingArrived)
    }

    @Test func aFileThatDisappearsFailsTheExchange() async throws {
        let error = try await failure(changing: Data(count: 100)) { try FileManager.default.removeItem(at: $0) }
        guard case .unreadableFile(let path, let cause)? = error?.cause?.error as? RequestError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path.hasSuffix("/x"))
        #expect(cause?.error is CocoaError)
        #expect(nothingArrived)
    }

    @Test(arguments: [4, 6]) func aStreamShorterOrLongerThanAnnouncedFails(announced: Int64) async {
        let error = await network.failure(request([.stream("s", byteCount: announced) { pieces("He", "llo") }]))
        let expected: MultipartError =
            announced == 4
            ? .partTooLong(name: "s", announced: 4) : .partTooShort(name: "s", byteCount: 5, announced: 6)
        #expect(error?.cause(as: TransportError.self)?.cause?.error as? MultipartError == expected)
        #expect(nothingArrived)
    }

    @Test(arguments: [nil, 100]) func theErrorOfAStreamIsTheCause(announced: Int64?) async {
        let failing = Multipart.Part.stream("s", byteCount: announced) {
            AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("half".utf8))
                continuation.finish(throwing: URLError(.cannotOpenFile))
            }
        }
        let error = await network.failure(request([failing]))
        #expect(error?.cause(as: TransportError.self)?.kind == .bodyUnavailable)
        #expect(error?.cause(as: TransportError.self)?.cause?.error is URLError)
        #expect(nothingArrived)
    }

    @Test func anEndlessStreamEndsAtTheDeadline() async {
        let endless = Multipart.Part.stream("s") { AsyncStream<Data> { $0.yield(Data("x".utf8)) } }
        let sent = network.send(request([endless]), abortAfter: .milliseconds(200))
        guard case .failure(.timedOut)? = await result(of: sent) else {
            Issue.record("no time-out")
            return
        }
        #expect(nothingArrived)
    }

    // Sizes

    @Test func fiveGigabytesAreCountedWithoutBeingRead() async throws {
        try await withFile(Data(), named: "x") { file in
            try FileHandle(forUpdating: file).truncate(atOffset: 5 << 30)
            let content = try Body.multipart(Multipart([.file("a", file)], boundary: "cut")).content()
            let empty = try Body.multipart(Multipart([.data("a", Data(), fileName: "x")], boundary: "cut")).content()
            #expect(try content.byteCount == 5 << 30 + #require(empty.byteCount))
        }
    }

    #if os(Linux)
        @Test func theErrorNamesAFileThatCannotBeRead() async {
            // The file can be opened, but its first bytes cannot be read.
            let error = await network.failure(request([.file("a", URL(filePath: "/proc/self/mem"))]))
            guard
                case .unreadableFile("/proc/self/mem", _)? = error?.cause(as: TransportError.self)?.cause?.error
                    as? RequestError
            else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(nothingArrived)
        }

        @Test func aFileOfTwoGigabytesIsSentInConstantMemory() async throws {  // F-11, F-14
            await #expect(processExitsWith: .success) {
                let server = try ByteSink()
                try await withFile(Data(), named: "x") { file in
                    try FileHandle(forUpdating: file).truncate(atOffset: 2 << 30)
                    let transport = try SocketTransport.shared.get()
                    let before = try ProcessCounts.peakMemoryInKilobytes()
                    let request = RequestBuilder(.put, server.url).multipart([.file("a", file), .value("b", 1)]).build()
                    let byteCount = try request.prepared().content?.byteCount
                    #expect(try await transport.hear(request).status == 200)
                    #expect(server.bodyByteCount == byteCount)
                    #expect(try ProcessCounts.peakMemoryInKilobytes() - before < 32_000)
                }
            }
        }

        @Test func tenThousandPartsAreSentInConstantMemory() async throws {
            await #expect(processExitsWith: .success) {
                try await withFile(Data(count: 1 << 20), named: "x") { file in
                    let parts = (0..<10_000).map { Multipart.Part.file("\($0)", file) }
                    let body = Body.multipart(Multipart(parts))
                    let before = try ProcessCounts.peakMemoryInKilobytes()
                    guard case .stream(let stream) = try body.content() else { return #expect(Bool(false)) }
                    let count = Locked(0)
                    try await stream.write { chunk in count.withLock { $0 += chunk.count } }
                    #expect(Int64(count.withLock { $0 }) == stream.byteCount)
                    #expect(try ProcessCounts.peakMemoryInKilobytes() - before < 32_000)
                }
            }
        }
    #endif
}

private func pieces(_ texts: String...) -> AsyncStream<Data> {
    AsyncStream { continuation in
        for text in texts { continuation.yield(Data(text.utf8)) }
        continuation.finish()
    }
}
