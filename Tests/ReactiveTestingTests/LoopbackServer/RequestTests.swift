import ReactiveTesting
import Testing

struct LoopbackServerRequestTests {
    private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    @Test func requestsFollowEachOtherOnOneConnection() throws {
        let server = try LoopbackServer()
        server.on("/*", .status(200))
        let client = RawClient(server)
        for path in ["/a", "/b?q", "/c"] {
            client.send("GET \(path) HTTP/1.1\r\n\r\n")
            #expect(client.read(ok.utf8.count) == ok)
        }
        #expect(server.requests.map(\.target) == ["/a", "/b?q", "/c"])
        #expect(server.requests.map(\.connection) == [1, 1, 1])
        #expect(server.requests.map(\.numberOnConnection) == [1, 2, 3])
        #expect(server.acceptedConnectionCount == 1)
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let server = try LoopbackServer()
        server.on("/*") { .bytes($0.path.utf8, type: nil) }
        let client = RawClient(server)
        client.send((1...50).map { "GET /\($0 + 100) HTTP/1.1\r\n\r\n" }.joined())
        let expected = (1...50).map { "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n/\($0 + 100)" }.joined()
        #expect(client.read(expected.utf8.count) == expected)
    }

    @Test func requestMayArriveByteForByte() throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        let client = RawClient(server)
        let request =
            "\r\nPOST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0A\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
        for byte in request.utf8 { client.send([byte]) }
        #expect(client.read(ok.utf8.count) == ok)
        let received = try #require(server.requests.first)
        #expect(received.text == "abc0123456789")
        #expect(received.trailers == [.init("T", "1")])
        #expect(received.headText == "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    @Test func bytesAfterABodyAreTheNextRequest() throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        let client = RawClient(server)
        client.send(
            "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcPOST / HTTP/1.1\r\nContent-Length: 0\r\n\r\nGET / HTTP/1.1\r\n\r\n"
        )
        #expect(client.read(3 * ok.utf8.count) == ok + ok + ok)
        #expect(server.requests.map(\.text) == ["abc", "", ""])
    }

    @Test func continueIsSentBeforeTheBodyIsRead() throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        let client = RawClient(server)
        client.send("POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
        let interim = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(client.read(interim.utf8.count) == interim)
        client.send("hi")
        #expect(client.read(ok.utf8.count) == ok)
        #expect(server.requests.first?.text == "hi")
    }

    @Test func continueCanBeWithheld() throws {
        let server = try LoopbackServer()
        server.on("/", .status(200).requestBody(.readWithoutContinue), .status(417).requestBody(.leaveUnread))
        let patient = RawClient(server)
        patient.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(patient.readToEnd(patience: 100).text.isEmpty)
        patient.send("hi")
        #expect(patient.read(ok.utf8.count) == ok)
        let refused = RawClient(server)
        refused.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        let expected = "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        #expect(refused.read(expected.utf8.count) == expected)
    }

    @Test func headersKeepTheirOrderCaseAndRepetition() throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        let client = RawClient(server)
        let head = "GET http://example.com/?x=1 HTTP/1.1\r\nhost:example.com\r\nB: 1 \r\na:\t2\r\nb: \r\n\r\n"
        client.send(head)
        #expect(client.read(ok.utf8.count) == ok)
        let request = try #require(server.requests(to: "/").first)
        #expect(request.headers == [.init("host", "example.com"), .init("B", "1"), .init("a", "2"), .init("b", "")])
        #expect(request.headers.values(of: "B") == ["1", ""])
        #expect(request.header("HOST") == "example.com")
        #expect(request.query == "x=1")
        #expect(request.headText == head)
    }

    @Test(arguments: [
        ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\n\n", 400), ("GET / HTTP/1.1\r\nA: 1\nB: 2\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA : 1\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: 1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: 1\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: 1\rB: 2\r\n\r\n", 400), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nContent-Length: +5\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\u{2}", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n", 413),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;\(String(repeating: "e", count: 70_000))", 400),
        ("GET / HTTP/1.1\r\nContent-Length: 2000\r\n\r\n", 413),
        ("GET /\(String(repeating: "a", count: 70_000)) HTTP/1.1\r\n\r\n", 431),
    ])
    func unacceptableInputIsRejectedAndTheConnectionClosed(input: String, status: Int) throws {
        var configuration = LoopbackServer.Configuration()
        configuration.bodyByteLimit = 1000
        let server = try LoopbackServer(configuration)
        server.on("/*", .status(200))
        let client = RawClient(server)
        client.send(input)
        let answer = client.readToEnd()
        #expect(answer.text.hasPrefix("HTTP/1.1 \(status) Rejected\r\n"))
        #expect(answer.end == .fin)
        #expect(server.requests.isEmpty)
        #expect(server.rejections.map(\.status) == [status])
        #expect(server.rejections.allSatisfy { !$0.reason.isEmpty && !$0.headBytes.isEmpty })
    }

    @Test func aBodyUpToTheLimitIsAccepted() throws {
        var configuration = LoopbackServer.Configuration()
        configuration.bodyByteLimit = 1_000_000
        let server = try LoopbackServer(configuration)
        server.on("/") { .text(String($0.body.count)) }
        let client = RawClient(server)
        client.send("PUT / HTTP/1.1\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n")
        client.send([UInt8](repeating: 7, count: 1_000_000))
        #expect(client.readToEnd().text.hasSuffix("\r\n\r\n1000000"))
        #expect(server.requests.first?.body == [UInt8](repeating: 7, count: 1_000_000))
    }
}
