import ReactiveTesting
import Testing

struct LoopbackServerRouteTests {
    private func bodies(_ server: LoopbackServer, _ requests: (method: String, path: String)...) -> [String] {
        requests.map { request in
            let client = RawClient(server)
            client.send("\(request.method) \(request.path) HTTP/1.1\r\nConnection: close\r\n\r\n")
            let text = client.readToEnd().text
            return String(text[(text.firstRange(of: "\r\n\r\n")?.upperBound ?? text.startIndex)...])
        }
    }

    @Test func scriptIsAnsweredInTurnAndItsLastReplyRepeats() throws {
        let server = try LoopbackServer()
        server.on("/", .text("1"), .text("2"), .text("3"))
        #expect(bodies(server, ("GET", "/"), ("POST", "/"), ("GET", "/?x"), ("GET", "/")) == ["1", "2", "3", "3"])
    }

    @Test func theMostSpecificRouteWins() throws {
        let server = try LoopbackServer()
        server.on("*", .text("any"))
        server.on("/a/*", .text("a"))
        server.on("GET", "/a/*", .text("get a"))
        server.on("/a/b*", .text("ab"))
        server.on("/a/b", .text("exactly"))
        server.on("PUT", "/a/b", .text("put"))
        let requests = bodies(
            server,
            ("GET", "/"),
            ("PUT", "/a/"),
            ("GET", "/a/"),
            ("GET", "/a/bc"),
            ("GET", "/a/b"),
            ("PUT", "/a/b")
        )
        #expect(requests == ["any", "a", "get a", "ab", "exactly", "put"])
    }

    @Test func aRouteReplacesAnEarlierOneWhileTheServerRuns() throws {
        let server = try LoopbackServer()
        server.on("GET", "/", script: [.text("old"), .text("older")])
        #expect(bodies(server, ("GET", "/")) == ["old"])
        server.on("GET", "/") { .text("new \($0.method)") }
        #expect(bodies(server, ("GET", "/"), ("HEAD", "/")) == ["new GET", ""])
        server.on("/p*", .text("1"))
        server.on("/p*", .text("2"))
        #expect(bodies(server, ("GET", "/pq")) == ["2"])
    }

    @Test func unknownRouteIsA404ThatNamesIt() throws {
        let server = try LoopbackServer()
        server.on("GET", "/known", .text("ok"))
        let client = RawClient(server)
        client.send("POST /known?x HTTP/1.1\r\n\r\n")
        let expected =
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 24\r\n\r\n"
            + "no route for POST /known"
        #expect(client.read(expected.utf8.count) == expected)
        #expect(server.requestCount(to: "/known") == 1)
    }
}
