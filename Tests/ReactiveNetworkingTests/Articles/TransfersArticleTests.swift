import Foundation
import ReactiveNetworking
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

    @Test func theStreamExampleReadsAllBytes() async throws {  // F-14
        let network = network(.status(.ok, headers: ["X-A": "1"], body: Data("abc".utf8)))
        var hash = Hash()
        let stream = try await network.byteStream(.get())
        #expect(stream.head.headers.count == 1)
        for try await bytes in stream { hash.update(bytes) }
        #expect(hash.byteCount == 3)
    }
}
