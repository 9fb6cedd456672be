import ReactiveTesting
import Testing

struct LoopbackServerLifetimeTests {
    private static let request = "GET / HTTP/1.1\r\n\r\n"

    @Test func stopEndsSilentAndDelayedRepliesAtOnce() async throws {
        let server = try LoopbackServer()
        server.on("/silent", .silent)
        server.on("/late", .text("late").delayed(by: .seconds(3600)))
        server.on("/endless", .endless(.init(repeatElement(65, count: 1_000_000))))
        let paths = ["/silent", "/late", "/endless"]
        let clients = paths.map { _ in RawClient(server) }
        let idle = RawClient(server)
        for (client, path) in zip(clients, paths) { client.send("GET \(path) HTTP/1.1\r\n\r\n") }
        idle.send("GET /half")
        #expect(await server.received(count: 3, within: .seconds(600)))
        let start = ContinuousClock.now
        server.stop()
        // The interrupted reply would take an hour.
        #expect(start.duration(to: .now) < .seconds(1800))
        #expect(server.openConnectionCount == 0)
        #expect(server.disconnections.isEmpty)
        #expect(idle.readToEnd().text.isEmpty)
        #expect(!RawClient(server).isConnected)
        server.stop()
    }

    @Test func stopCanBeCalledInsideARoute() throws {
        let server = try LoopbackServer()
        server.on("/") { [weak server] _ in
            server?.stop()
            return .status(200)
        }
        let client = RawClient(server)
        client.send(Self.request)
        #expect(client.readToEnd().text.isEmpty)
        server.stop()
        #expect(server.openConnectionCount == 0)
    }

    @Test func anUnreferencedServerStops() throws {
        let port = try LoopbackServer().port
        #expect(!RawClient(port: port).isConnected)
    }

    @Test func aRouteDoesNotRetainAStoppedServer() throws {
        weak var gone: LoopbackServer?
        do {
            let server = try LoopbackServer()
            gone = server
            server.on("/") { _ in .text("\(server.port)") }
            server.stop()
        }
        #expect(gone == nil)
    }

    @Test func aThousandConsecutiveConnectionsAreServed() async throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        var answered = 0
        for number in 1...1000 {
            let client = RawClient(server)
            client.send(number.isMultiple(of: 2) ? Self.request : "GET / HTTP/1.0\r\n\r\n")
            answered += client.read(38).hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n") ? 1 : 0
        }
        #expect(answered == 1000)
        #expect(server.requestCount == 1000)
        #expect(server.acceptedConnectionCount == 1000)
        #expect(Set(server.requests.map(\.connection)) == Set(1...1000))
        #expect(await server.waitUntil(within: .seconds(600)) { $0.openConnectionCount == 0 })
    }

    @Test func manyClientsAreServedConcurrently() throws {
        let server = try LoopbackServer()
        server.on("/*") { .bytes($0.path.utf8, type: nil) }
        let clients = (100..<164).map { (number: $0, connection: RawClient(server)) }
        for _ in 1...20 {
            for client in clients { client.connection.send("GET /\(client.number) HTTP/1.1\r\n\r\n") }
            for client in clients {
                let expected = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n/\(client.number)"
                #expect(client.connection.read(expected.utf8.count) == expected)
            }
        }
        #expect(server.openConnectionCount == 64)
        #expect(server.requestCount == 64 * 20)
    }

    @Test func addressesNameTheLoopbackInterface() throws {
        let server = try LoopbackServer()
        #expect(server.url("/a?b") == "http://127.0.0.1:\(server.port)/a?b")
        #expect((1...65_535).contains(server.port))
    }
}
