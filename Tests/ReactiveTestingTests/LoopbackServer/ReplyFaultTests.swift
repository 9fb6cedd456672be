import ReactiveTesting
import Testing

struct LoopbackServerReplyFaultTests {
    private let head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: "

    @Test func silenceNeitherAnswersNorCloses() throws {
        let answer = try LoopbackServer.answer(.silent, patience: 100)
        #expect(answer.text.isEmpty)
        #expect(answer.end == .silence)
    }

    @Test func closeBeforeTheHeadIsAFinWithoutAByte() throws {
        let answer = try LoopbackServer.answer(.closeBeforeHead)
        #expect(answer.text.isEmpty)
        #expect(answer.end == .fin)
    }

    @Test func resetIsAResetWithoutAByte() throws {
        let answer = try LoopbackServer.answer(.reset)
        #expect(answer.text.isEmpty)
        #expect(answer.end == .reset)
    }

    @Test(arguments: [0, 1, 12, 17, 30])
    func cutHeadStopsAtTheByte(count: Int) throws {
        let whole = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n"
        let answer = try LoopbackServer.answer(.cutHead(afterBytes: count))
        #expect(answer.text == String(decoding: whole.utf8.prefix(count), as: UTF8.self))
        #expect(answer.end == .fin)
    }

    @Test func cutBodyDeclaresMoreThanItSends() throws {
        let answer = try LoopbackServer.answer(.cutBody(declaring: 100, sending: "fifty".utf8))
        #expect(answer.text == "\(head)100\r\n\r\nfifty")
        #expect(answer.end == .fin)
    }

    @Test func cutChunksLackTheLastOne() throws {
        let answer = try LoopbackServer.answer(.cutChunks(sending: [.init("abc")]))
        #expect(answer.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        #expect(answer.end == .fin)
    }

    @Test func aBodyCanBeCutInsideAChunk() throws {
        let reply = LoopbackServer.Reply.chunked([.init("abc"), .init("def")]).cutBody(afterBytes: 10)
        let answer = try LoopbackServer.answer(reply)
        #expect(answer.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r")
        #expect(answer.end == .fin)
    }

    @Test func garbageIsSentAsItIs() throws {
        let answer = try LoopbackServer.answer(.garbage([0x16, 0x03, 0x01, 0x0A]))
        #expect(answer.text == "\u{16}\u{03}\u{01}\n")
        #expect(answer.end == .fin)
    }

    @Test func stallAfterTheHeadSendsTheWholeHeadOnly() throws {
        let answer = try LoopbackServer.answer(.stallAfterHead, patience: 1000)
        #expect(
            answer.text == "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 10\r\n\r\n"
        )
        #expect(answer.end == .silence)
    }

    @Test func wrongLengthLeavesTheConnectionOpen() throws {
        let long = try LoopbackServer.answer(.wrongContentLength(declaring: 9, sending: "abc".utf8))
        #expect(long.text == "\(head)9\r\n\r\nabc")
        #expect(long.end == .nextReply)
        let short = try LoopbackServer.answer(.wrongContentLength(declaring: 1, sending: "abc".utf8))
        #expect(short.text == "\(head)1\r\n\r\nabc")
    }

    @Test func dripSendsOneByteAfterEachInterval() throws {
        let start = ContinuousClock.now
        let answer = try LoopbackServer.answer(.drip("drops".utf8, every: .milliseconds(10)).closing())
        #expect(
            answer.text
                == "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nConnection: close\r\n"
                + "Content-Length: 5\r\n\r\ndrops"
        )
        #expect(start.duration(to: .now) >= .milliseconds(50))
    }

    @Test func aWholeReplyCanBeSentByteByByte() throws {
        let start = ContinuousClock.now
        let answer = try LoopbackServer.answer(.status(204).dripping(.everything, every: .milliseconds(2)))
        #expect(answer.text == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(start.duration(to: .now) >= .milliseconds(2 * 27))
    }

    @Test func endlessBodyRepeatsItsChunk() throws {
        let server = try LoopbackServer()
        server.on("/", .endless(.init("z", after: .milliseconds(1))))
        let client = RawClient(server)
        client.send("GET / HTTP/1.1\r\n\r\n")
        let expected =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\nz\r\n", count: 20)
        #expect(client.read(expected.utf8.count) == expected)
    }

    @Test func resetCanFollowAPartOfTheBody() throws {
        let server = try LoopbackServer()
        server.on("/", .text("hello").cutBody(afterBytes: 2).ending(.reset))
        let client = RawClient(server)
        client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(client.readToEnd().end == .reset)
    }

    @Test func earlyReplyComesBeforeTheBodyAndThenAFin() throws {
        let answer = try LoopbackServer.answer(
            .status(413).requestBody(.leaveUnread),
            to: "POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n\(String(repeating: "x", count: 200_000))"
        )
        #expect(answer.text == "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        #expect(answer.end == .fin)
    }

    @Test func anUnreadUploadStalls() async throws {
        let server = try LoopbackServer()
        server.on("/", .silent.requestBody(.leaveUnread))
        let client = RawClient(server)
        client.send("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n")
        #expect(await server.received(to: "/", within: .seconds(600)))
        #expect(server.requests.first?.body == [])
    }

    @Test func connectionsCanBeResetOrIgnoredWhenAccepted() async throws {
        var configuration = LoopbackServer.Configuration()
        configuration.acceptance = .reset
        let resetting = try LoopbackServer(configuration)
        #expect(RawClient(resetting).readToEnd().end == .reset)
        #expect(await resetting.waitUntil(within: .seconds(600)) { $0.acceptedConnectionCount == 1 })
        configuration.acceptance = .never
        let server = try LoopbackServer(configuration)
        let waiting = RawClient(server)
        waiting.send("GET / HTTP/1.1\r\n\r\n")
        #expect(waiting.readToEnd(patience: 100).end == .silence)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test func closedPortRefuses() throws {
        let port = try LoopbackServer.closedPort()
        let client = RawClient(port: port)
        #expect(!client.isConnected)
        #expect(try LoopbackServer.closedPort() == port)
    }
}
