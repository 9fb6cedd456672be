#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import ReactiveURLSession
    import Testing

    /// Defects of `URLSession` on Linux (Swift 6.3), each in its smallest form. They show why this library has a
    /// transport of its own, and a test fails when a defect is fixed. Beside each defect the test shows what this
    /// library does.
    @Suite(.serialized, .timeLimit(.minutes(20))) struct URLSessionDefectTests {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
        }

        @Test func aTruncatedHeadCrashesTheProcess() async throws {
            await #expect(processExitsWith: .failure) {
                let server = try LoopbackServer()
                server.on("/", .cutHead(afterBytes: 30))
                try await Session.ask(server.url("/"))
            }
            server.on("/", .cutHead(afterBytes: 30))
            let heard = try await SocketTransport().hear(.get(server.url("/")))
            #expect(heard.error?.kind == .truncatedResponse)
        }

        @Test func trailersCrashTheProcess() async throws {
            await #expect(processExitsWith: .failure) {
                let server = try LoopbackServer()
                server.on("/", LoopbackServer.Reply.chunked([.init("hello")]).trailer("Digest", "x"))
                try await Session.ask(server.url("/"))
            }
            server.on("/", LoopbackServer.Reply.chunked([.init("hello")]).trailer("Digest", "x"))
            #expect(try await SocketTransport().hear(.get(server.url("/"))).text == "hello")
        }

        @Test func aChallengeIsNeverAnswered() async throws {
            let challenge = LoopbackServer.Reply.text("who?", status: 401).header(
                "WWW-Authenticate",
                "Basic realm=\"x\""
            )
            server.on("/", challenge)
            let ended = Locked(false)
            let session = URLSession(configuration: .ephemeral)
            let url = try #require(URL(string: server.url("/")))
            let task = session.dataTask(with: url) { _, _, _ in ended.withLock { $0 = true } }
            task.resume()
            #expect(await server.received(count: 1, within: .seconds(600)))
            // The 401 has been sent when another exchange has ended and one more second has passed.
            for wire in Wire.all { #expect(try await wire.hear(server.url("/")).status == 401) }
            try await Task.sleep(for: .seconds(1))
            #expect(!ended.withLock { $0 })
            withExtendedLifetime(session) {}
        }

        @Test func aRedirectForwardsSecrets() async throws {
            let other = try LoopbackServer()
            other.on("/end", .text("end"))
            server.on("/", .redirect(to: other.url("/end")))
            var request = URLRequest(url: try #require(URL(string: server.url("/"))))
            request.setValue("Bearer c4n4ry", forHTTPHeaderField: "Authorization")
            request.setValue("a=c4n4ry", forHTTPHeaderField: "Cookie")
            #expect(await Session.failure(of: request) == nil)
            let leaked = try #require(other.requests.last)
            #expect(leaked.header("Authorization") == "Bearer c4n4ry")
            #expect(leaked.header("Cookie") == "a=c4n4ry")
            for wire in Wire.all {
                let ours = RequestBuilder(.get, server.url("/")).authorization(.bearer("c4n4ry"))
                    .header("Cookie", "a=c4n4ry").build()
                _ = try await wire.network().send(ours).value()
                let received = try #require(other.requests.last)
                #expect(!received.headText.contains("c4n4ry"))
            }
            #expect(other.requestCount == 1 + Wire.all.count)
        }

        @Test func anIPv6AddressIsRejected() async throws {
            let url = "http://[::1]:\(try LoopbackServer.closedPort())/"
            let error = await Session.failure(of: URLRequest(url: try #require(URL(string: url))))
            #expect(error?.code == .badURL)
        }

        @Test(arguments: ["HTTP/1.1 200\r\nContent-Length: 2", "HTTP/1.1 200 OK\r\nFoo:bar\r\nContent-Length: 2"])
        func minimalHeadsAreRejected(head: String) async throws {
            server.on("/", .raw("\(head)\r\n\r\nok", then: .close))
            let url = try #require(URL(string: server.url("/")))
            #expect(await Session.failure(of: URLRequest(url: url)) != nil)
            #expect(try await SocketTransport().hear(.get(server.url("/"))).text == "ok")
        }

        @Test func aStreamThatPausesIsTruncatedSilently() async throws {
            server.on("/", .status(200))
            var request = URLRequest(url: try #require(URL(string: server.url("/"))))
            request.httpMethod = "POST"
            request.httpBodyStream = HesitantStream(data: Data())
            #expect(await Session.failure(of: request) == nil)
            let received = try #require(server.requests.last)
            #expect(received.text == "first ")
        }

        @Test func aRedirectDropsTheBodyItShouldKeep() async throws {
            server.on("/", .redirect(to: "/end", status: 307))
            server.on("/end", .text("end"))
            var request = URLRequest(url: try #require(URL(string: server.url("/"))))
            request.httpMethod = "POST"
            request.httpBody = Data("kept?".utf8)
            _ = await Session.failure(of: request)
            #expect(server.requests(to: "/end").allSatisfy { $0.body.isEmpty })
        }
    }

    /// A stream of "first second" that pauses between the words.
    private final class HesitantStream: InputStream {
        private var pieces = ["first ", "", "second"][...]

        override func open() {}
        override func close() {}
        override var streamStatus: Stream.Status { pieces.isEmpty ? .atEnd : .open }
        override var hasBytesAvailable: Bool {
            guard pieces.first == "" else { return !pieces.isEmpty }
            pieces.removeFirst()
            return false
        }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
            guard let piece = pieces.popFirst() else { return 0 }
            let bytes = Array(piece.utf8.prefix(count))
            buffer.update(from: bytes, count: bytes.count)
            return bytes.count
        }
    }

    /// An ordinary session, shared by all tests because sessions cannot be released safely.
    private enum Session {
        static let shared = URLSession(configuration: .ephemeral)

        /// Sends a request and ignores its result.
        static func ask(_ url: String) async throws {
            _ = await failure(of: URLRequest(url: try #require(URL(string: url))))
        }

        static func failure(of request: URLRequest) async -> URLError? {
            await withCheckedContinuation { continuation in
                let task = shared.dataTask(with: request) { _, _, error in
                    continuation.resume(returning: error.map { $0 as? URLError ?? URLError(.unknown) })
                }
                task.resume()
            }
        }
    }
#endif
