import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Downloads over real sockets.
@Suite struct TransferWireTests {
    private static let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    private let server: LoopbackServer
    private let folder: Folder

    init() throws {
        server = try LoopbackServer()
        folder = try Folder()
    }

    /// Serves ranges as in RFC 9110, and truncates the first response after the given number of bytes.
    private func serve(breakingOffAfter byteCount: Int) {
        let body = Self.body
        let isFirst = Locked(true)
        server.on("/a") { request in
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            var reply = LoopbackServer.Reply.bytes(body)
            if request.header("If-Range") == "\"v1\"", let range = request.header("Range"),
                let offset = Int(range.dropFirst("bytes=".count).dropLast())
            {
                reply = .bytes(body[offset...], status: 206)
                    .header("Content-Range", "bytes \(offset)-\(body.count - 1)/\(body.count)")
            }
            reply = reply.header("ETag", "\"v1\"")
            return wasFirst ? reply.cutBody(afterBytes: byteCount) : reply
        }
    }

    @Test(arguments: Wire.all) func aFileArrivesCompletely(wire: Wire) async throws {  // F-16, C-67
        server.on("/a", .bytes(Self.body))
        let request = Request.get(server.url("/a"))
        let destination = Destination.file(folder.file("a"))
        let file = try await wire.network().download(request, to: destination).onlyValue().value()
        #expect(file.byteCount == Int64(Self.body.count))
        #expect(folder.contents(of: "a") == Self.body)
        #expect(folder.names == ["a"])
    }

    @Test(arguments: Wire.sound) func anAttemptResumesWhereTheLastEnded(wire: Wire) async throws {  // F-17
        serve(breakingOffAfter: 700_000)
        let destination = Destination.file(folder.file("a"))
        var progress: [TransferProgress] = []
        for try await update in try wire.network().download(.get(server.url("/a")), to: destination).values() {
            if case .progress(let more) = update { progress.append(more) }
        }
        #expect(folder.contents(of: "a") == Self.body)
        #expect(server.requests.map { $0.header("Range") } == [nil, "bytes=700000-"])
        #expect(progress.map(\.byteCount) == progress.map(\.byteCount).sorted())
        #expect(progress.count { $0.isWhole } == 1)
    }

    @Test(arguments: Wire.sound) func aCanceledDownloadCanBeResumed(wire: Wire) async throws {  // F-17, C-67
        serve(breakingOffAfter: 700_000)
        let destination = Destination.file(folder.file("a")).resumable()
        let network = try wire.network()
        let request = Request.get(server.url("/a"))
        await #expect(throws: OperationError.self) {
            _ = try await network.download(request, to: destination, maxRetries: 0).onlyValue().value()
        }
        #expect(destination.resumptionToken(for: request)?.totalByteCount == Int64(Self.body.count))
        let file = try await network.download(request, to: destination).onlyValue().value()
        #expect(file.resumedByteCount == 700_000)
        #expect(folder.contents(of: "a") == Self.body)
        #expect(folder.names == ["a"])
    }

    @Test(arguments: Wire.all) func aCanceledTaskLeavesNoFile(wire: Wire) async throws {  // C-67, N3
        server.on("/slow", .endless(.init(Data(count: 1_000), after: .milliseconds(1))))
        let network = try wire.network()
        let destination = Destination.file(folder.file("a"))
        let request = Request.get(server.url("/slow"))
        let begun = Locked(false)
        let task = Task {
            _ = try await network.download(request, to: destination)
                .on(value: { _ in begun.withLock { $0 = true } })
                .onlyValue().value()
        }
        while !begun.withLock({ $0 }) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The writing thread removes its file.
        while !folder.names.isEmpty { await Task.yield() }
        #expect(network.activity.count.value == 0)
    }

    @Test(arguments: Wire.all) func manyDownloadsToOneDirectoryUseDifferentFiles(wire: Wire) async throws {  // F-16
        server.on("/a", .bytes(Self.body.prefix(50_000)))
        let network = try wire.network()
        let request = Request.get(server.url("/a"))
        let destination = Destination.directory(folder.url).uniquingName()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await network.download(request, to: destination).onlyValue().value().url.lastPathComponent
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 20)
        #expect(Set(folder.names) == names)
        #expect(names.allSatisfy { folder.contents(of: $0) == Self.body.prefix(50_000) })
    }
}
