import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Uploads from failing, endless and slow sources.
@Suite struct UploadSourceTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.on("PUT", "/upload", .text("ok"))
    }

    private func put(_ body: Body) -> Request { RequestBuilder(.put, server.url("/upload")).body(body).build() }

    @Test(arguments: Wire.sound) func aFailingSourceFailsTheUpload(wire: Wire) async throws {  // F-14
        struct Broken: Error {}
        let server = try LoopbackServer()
        server.on("PUT", "/upload", .text("ok"))
        let body = Body.stream(byteCount: 10) {
            AsyncThrowingStream<Data, any Error> { stream in
                stream.yield(Data(count: 4))
                stream.finish(throwing: Broken())
            }
        }
        let request = RequestBuilder(.put, server.url("/upload")).body(body).build()
        let result = await #expect(throws: OperationError.self) {
            for try await _ in try wire.network().upload(request, maxRetries: 0).values() {}
        }
        #expect(result?.cause(as: TransportError.self)?.kind == .bodyUnavailable)
        #expect(result?.cause(as: TransportError.self)?.cause?.error is Broken)
    }

    @Test(arguments: Wire.sound) func anEndlessSourceEndsAtTheDeadline(wire: Wire) async throws {  // N11
        let ended = Locked(false)
        let body = Body.stream {
            AsyncStream<Data> { stream in
                stream.yield(Data(count: 4))
                stream.onTermination = { _ in ended.withLock { $0 = true } }
            }
        }
        let result = await #expect(throws: OperationError.self) {
            let upload = try wire.network().upload(put(body), abortAfter: .seconds(isSanitized ? 13 : 3))
            for try await _ in upload.values() {}
        }
        guard case .timedOut(_, let phase, 1, nil)? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(phase == .sending)
        while !ended.withLock({ $0 }) { await Task.yield() }
    }

    @Test(arguments: Wire.sound) func aSlowSourceArrivesCompletelyAndReportsProgress(wire: Wire) async throws {  // F-15
        let (pieces, input) = AsyncStream.makeStream(of: Data.self)
        let body = Body.stream(byteCount: 6, once: pieces)
        input.yield(Data("abc".utf8))
        var progress: [TransferProgress] = []
        for try await update in try wire.network().upload(put(body)).values() {
            guard let more = update.progress else { continue }
            progress.append(more)
            if more.byteCount == 3 {
                input.yield(Data("def".utf8))
                input.finish()
            }
        }
        #expect(progress.map(\.byteCount) == [3, 6])
        #expect(server.requests.last?.text == "abcdef")
    }
}
