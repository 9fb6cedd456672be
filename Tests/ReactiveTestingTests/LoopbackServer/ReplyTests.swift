import ReactiveTesting
import Testing

struct LoopbackServerReplyTests {
    @Test func fixedBodyHasItsLengthAndLeavesTheConnectionOpen() throws {
        let answer = try LoopbackServer.answer(.text("hello"))
        #expect(
            answer.text
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello"
        )
        #expect(answer.end == .nextReply)
    }

    @Test(arguments: [
        (LoopbackServer.Reply.status(503), "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"),
        (.status(599), "HTTP/1.1 599 \r\nContent-Length: 0\r\n\r\n"),
        (.status(799).reason("Odd"), "HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n"),
        (.status(204), "HTTP/1.1 204 No Content\r\n\r\n"),
        (.text("dropped", status: 304), "HTTP/1.1 304 Not Modified\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"),
        (.redirect(to: "../x y"), "HTTP/1.1 302 Found\r\nLocation: ../x y\r\nContent-Length: 0\r\n\r\n"),
        (
            .status(200).header("B", "1").header("A", "2").header("B", "3"),
            "HTTP/1.1 200 OK\r\nB: 1\r\nA: 2\r\nB: 3\r\nContent-Length: 0\r\n\r\n"
        ),
        (.json("[]"), "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"),
        (.bytes([65], type: nil), "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nA"),
    ])
    func headIsWrittenAsScripted(reply: LoopbackServer.Reply, bytes: String) throws {
        #expect(try LoopbackServer.answer(reply).text == bytes)
    }

    @Test func chunksAreFramedAndTrailersFollowTheLastOne() throws {
        let reply = LoopbackServer.Reply.chunked([.init("first chunk"), .init(""), .init("2")]).trailer("Sum", "12")
        let answer = try LoopbackServer.answer(reply)
        let expected =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\nfirst chunk\r\n1\r\n2\r\n0\r\nSum: 12\r\n\r\n"
        #expect(answer.text == expected)
        #expect(answer.end == .nextReply)
    }

    @Test func chunksAreSentUnframedToAnHTTP10ClientUntilTheEnd() throws {
        let answer = try LoopbackServer.answer(
            .chunked([.init("a"), .init("b")]),
            to: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        )
        #expect(answer.text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab")
        #expect(answer.end == .fin)
    }

    @Test(arguments: [
        ("1.1", "", RawClient.End.nextReply, ""),
        ("1.1", "Connection: Close\r\n", .fin, "Connection: close\r\n"),
        ("1.0", "", .fin, "Connection: close\r\n"),
        ("1.0", "Connection: TE, Keep-Alive\r\n", .nextReply, "Connection: keep-alive\r\n"),
    ])
    func connectionFollowsTheRulesOfTheVersion(
        version: String,
        header: String,
        end: RawClient.End,
        answered: String
    ) throws {
        let answer = try LoopbackServer.answer(.status(200), to: "GET / HTTP/\(version)\r\n\(header)\r\n")
        #expect(answer.text == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(answered)\r\n")
        #expect(answer.end == end)
    }

    @Test func onlyClosingAnnouncesTheEndOfTheConnection() throws {
        let polite = try LoopbackServer.answer(.status(200).closing())
        #expect(polite.text == "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        #expect(polite.end == .fin)
        let sudden = try LoopbackServer.answer(.status(200).ending(.close))
        #expect(sudden.text == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(sudden.end == .fin)
    }

    @Test func headGetsTheHeadOfGetWithoutItsBody() throws {
        let server = try LoopbackServer()
        server.on("GET", "/", .text("hello"))
        let client = RawClient(server)
        client.send("HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n"
        #expect(client.readToEnd().text == "\(head)\r\n\(head)Connection: close\r\n\r\nhello")
    }

    @Test func interimResponsesAndDelaysComeInTheOrderOfTheirChain() throws {
        let server = try LoopbackServer()
        let reply = LoopbackServer.Reply.status(200)
            .interim(103, headers: [.init("Link", "</a>")]).delayed(by: .milliseconds(60)).interim(102)
        server.on("/", reply)
        let client = RawClient(server)
        let begun = ContinuousClock.now
        client.send("GET / HTTP/1.1\r\n\r\n")
        let early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        #expect(client.read(early.utf8.count) == early)
        let rest = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        #expect(client.read(rest.utf8.count) == rest)
        #expect(begun.duration(to: .now) >= .milliseconds(60))
    }

    @Test func rawBytesAreSentUntouched() throws {
        let answer = try LoopbackServer.answer(.raw("ICY 200 OK\nFoo : bar\n\n", then: .reset))
        #expect(answer.text == "ICY 200 OK\nFoo : bar\n\n" || answer.text.isEmpty)
        #expect(answer.end == .reset)
        let open = try LoopbackServer.answer(.raw("HTTP/1.1 200\r\n\r\n"))
        #expect(open.text == "HTTP/1.1 200\r\n\r\n")
        #expect(open.end == .nextReply)
    }

    @Test func framingHeadersAreAddedOnlyIfTheReplyHasNone() throws {
        let both = LoopbackServer.Reply.chunked([.init("a")]).header("Content-Length", "7")
        #expect(
            try LoopbackServer.answer(both).text
                == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
        )
        let two = LoopbackServer.Reply.bytes([65], type: nil).header("Content-Length", "1").header(
            "Content-Length",
            "2"
        )
        #expect(
            try LoopbackServer.answer(two).text
                == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nA"
        )
    }

    @Test func echoReturnsTheRequestAsJSON() throws {
        let body = "\"\\\u{1F}é"
        let text = try LoopbackServer.answer(
            .echo,
            to: "PUT /?a=%20&b HTTP/1.1\r\nX: 1\r\nContent-Length: \(body.utf8.count)\r\nX: 2\r\n\r\n\(body)"
        ).text
        let json =
            #"{"method":"PUT","path":"/","query":"a=%20&b","headers":"#
            + #"[["X","1"],["Content-Length","5"],["X","2"]],"body":"\"\\\u001fé"}"#
        #expect(text.hasSuffix("\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"))
    }

    @Test func echoEncodesABinaryBody() throws {
        let server = try LoopbackServer()
        server.on("/", .echo)
        let client = RawClient(server)
        client.send(Array("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n".utf8) + [0xFF, 0x00])
        #expect(
            client.readToEnd().text.hasSuffix(
                #""query":null,"headers":[["Connection","close"],["Content-Length","2"]],"bodyBase64":"/wA="}"#
            )
        )
    }

    @Test func aLargeBodyArrivesCompletely() throws {
        let server = try LoopbackServer()
        server.on("/", .bytes(repeatElement(UInt8(ascii: "x"), count: 5_000_000), type: nil).closing())
        let client = RawClient(server)
        client.send("GET / HTTP/1.1\r\n\r\n")
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5000000\r\n\r\n"
        #expect(client.read(head.utf8.count) == head)
        let body = client.readToEnd()
        #expect(body.text.utf8.count == 5_000_000)
        #expect(body.end == .fin)
    }
}
