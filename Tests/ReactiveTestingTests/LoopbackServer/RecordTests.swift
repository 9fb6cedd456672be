import ReactiveTesting
import Testing

struct LoopbackServerRecordTests {
    @Test func aWaitForAFulfilledConditionReturnsAtOnce() async throws {
        let server = try LoopbackServer()
        #expect(await server.received(count: 0, within: .zero))
        #expect(await server.waitUntil(within: .zero) { $0.openConnectionCount == 0 })
    }

    @Test func aWaitEndsAtItsLimit() async throws {
        let server = try LoopbackServer()
        let start = ContinuousClock.now
        #expect(await !server.received(within: .milliseconds(30)))
        #expect(await !server.peerClosed(within: .milliseconds(30)))
        #expect(start.duration(to: .now) >= .milliseconds(60))
    }

    @Test func aWaitEndsWithItsTask() async throws {
        let server = try LoopbackServer()
        let wait = Task { await server.received(within: .seconds(Int64.max)) }
        wait.cancel()
        #expect(await !wait.value)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(10_000_000_000)])
    func aWaitMayHaveAVeryLongLimit(limit: Duration) async throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        let wait = Task { await server.received(count: 2, within: limit) }
        let client = RawClient(server)
        for _ in 1...2 {
            client.send("GET / HTTP/1.1\r\n\r\n")
            _ = client.read(38)
            // Gives the wait time to begin.
            #expect(await !server.received(count: 3, within: .milliseconds(30)))
        }
        #expect(await wait.value)
    }

    @Test func aWaitEndsWithItsRequest() async throws {
        let server = try LoopbackServer()
        server.on("/*", .silent)
        async let other = server.received(count: 1, to: "/other", within: .milliseconds(300))
        async let both = server.received(count: 2, to: "/a", within: .seconds(600))
        async let three = server.received(count: 3, within: .seconds(600))
        let clients = [RawClient(server), RawClient(server), RawClient(server)]
        for (client, path) in zip(clients, ["/a", "/b", "/a?x"]) { client.send("GET \(path) HTTP/1.1\r\n\r\n") }
        #expect(await both)
        #expect(await three)
        #expect(await !other)
        #expect(server.requests(to: "/a").count == 2)
    }

    @Test(arguments: [
        LoopbackServer.Reply.silent, .stallAfterHead, .text("late").delayed(by: .seconds(Int64.max)),
        .drip([1, 2], every: .seconds(3600)), .endless(.init("z", after: .seconds(3600))),
        .endless(.init(repeatElement(65, count: 100_000))), .silent.requestBody(.leaveUnread),
    ])
    func aClosedConnectionIsNoticedAtOnce(reply: LoopbackServer.Reply) async throws {
        let server = try LoopbackServer()
        server.on("/", reply)
        do {
            let client = RawClient(server)
            client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(await server.received(within: .seconds(600)))
            #expect(server.disconnections.isEmpty)
            #expect(server.openConnectionCount == 1)
        }
        let left = ContinuousClock.now
        #expect(await server.peerClosed(within: .seconds(600)))
        let noticed = try #require(server.disconnections.first)
        #expect(noticed.phase == .replyPending)
        #expect(noticed.connection == 1)
        #expect(noticed.numberOnConnection == 1)
        #expect(noticed.instant - left < .seconds(60))
        #expect(await server.waitUntil(within: .seconds(600)) { $0.openConnectionCount == 0 })
    }

    @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc"])
    func aConnectionClosedDuringItsRequestIsNoticed(part: String) async throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        do { RawClient(server).send(part) }
        #expect(await server.peerClosed(within: .seconds(600)))
        #expect(server.disconnections.map(\.phase) == [.receivingRequest])
        #expect(server.requests.isEmpty)
    }

    @Test func aConnectionClosedBetweenRequestsIsNotADisconnection() async throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        do {
            let client = RawClient(server)
            client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(client.read(38) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(await server.waitUntil(within: .seconds(600)) { $0.openConnectionCount == 0 })
        #expect(server.disconnections.isEmpty)
    }

    @Test func onlyTheNewestRecordsAreKept() throws {
        var configuration = LoopbackServer.Configuration()
        configuration.recordLimit = 10
        let server = try LoopbackServer(configuration)
        server.on("/*", .status(200))
        let client = RawClient(server)
        client.send((1...35).map { "GET /\($0) HTTP/1.1\r\n\r\n" }.joined())
        #expect(client.read(35 * 38).utf8.count == 35 * 38)
        #expect(server.requests.map(\.path) == (26...35).map { "/\($0)" })
        #expect(server.requestCount == 35)
        #expect(server.requestCount(to: "/1") == 1)
    }
}
