import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The examples of the article "Transfers".
@Suite struct TransfersArticleTests {
    private final class Bar: Sendable {
        private let value = Locked(0.0)
        var fraction: Double {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }

    private struct Hash {
        var byteCount = 0
        mutating func update(_ bytes: Data) { byteCount += bytes.count }
    }

    private func network(_ reply: StubTransport.Reply) -> Network {
        Network(transport: StubTransport(reply), scheduler: ImmediateScheduler())
    }

    @Test func theProgressExampleUpdatesItsBar() throws {  // F-15, F-16
        let folder = try Folder()
        let downloads = folder.url
        let request = Request.get("http://api.test/report.pdf")
        let network = network(.status(.ok, headers: ["Content-Length": "3"], body: Data("abc".utf8)))
        let bar = Bar()
        let target = Destination.directory(downloads).uniquingName().resumable()
        network.download(request, to: target)
            .startWithResult { result in
                switch result {
                case .success(.progress(let progress)): bar.fraction = progress.fraction ?? 0
                case .success(.value(let file)): #expect(file.url.lastPathComponent == "report.pdf")
                case .failure(let error): Issue.record(error)
                }
            }
        #expect(bar.fraction == 1)
        #expect(folder.names == ["report.pdf"])
    }

    @Test func theChecksumExampleShowsBothDigests() async throws {  // T1, T2
        let folder = try Folder()
        let downloads = folder.url
        let url = "http://api.test/image"
        let shown = Locked<[String]>([])
        @Sendable func show(_ text: String) { shown.withLock { $0.append(text) } }
        for (digest, body) in [(abcSHA256, "abc"), (String(repeating: "0", count: 64), "abc")] {
            let network = network(.text(body))
            let image = RequestBuilder(.get, url).validating(.sha256(digest)).build()
            do {
                let file = try await network.download(image, to: .directory(downloads).resumable()).onlyValue().value()
                #expect(file.byteCount == 3)
                try FileManager.default.removeItem(at: file.url)
            } catch let error as Network.OperationError {
                if case .checksum(let expected, let actual) = error.cause(as: ResponseValidationError.self)?.reason {
                    show("\(actual) instead of \(expected)")
                }
            }
        }
        #expect(shown.value == ["SHA-256 \(abcSHA256) instead of SHA-256 \(String(repeating: "0", count: 64))"])
        #expect(folder.names.isEmpty)
    }

    @Test func theRateExampleShowsTheRemainingTime() throws {  // T3, T4
        let folder = try Folder()
        let clock = TestScheduler()
        let chunks = (1...4).map { _ in Data(count: 100) }
        let stub = StubTransport(.chunks(chunks, every: .seconds(2), headers: ["Content-Length": "400"]), clock: clock)
        let network = Network(transport: stub, clock: clock)
        let request = Request.get()
        let target = Destination.file(folder.file("a"))
        let shown = Locked<[String]>([])
        @Sendable func show(_ text: String) { shown.withLock { $0.append(text) } }
        network.download(request, to: target).onlyProgress().startWithResult { result in
            guard case .success(let progress) = result, let rest = progress.estimatedTimeRemaining else { return }
            show("\(progress), \(rest.components.seconds) s left")
        }
        clock.run()
        #expect(
            shown.value == [
                "100 of 400 bytes (25 %), 6 s left", "200 of 400 bytes (50 %), 4 s left",
                "300 of 400 bytes (75 %), 2 s left", "400 of 400 bytes (100 %), 0 s left",
            ]
        )
    }

    @Test func theStreamExampleReadsAllBytes() async throws {  // F-14
        let network = network(.status(.ok, headers: ["X-A": "1"], body: Data("abc".utf8)))
        var hash = Hash()
        let stream = try await network.byteStream(.get())
        #expect(stream.head.headers.count == 1)
        for try await bytes in stream { hash.update(bytes) }
        #expect(hash.byteCount == 3)
    }
}
