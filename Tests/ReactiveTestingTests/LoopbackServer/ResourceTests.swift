#if os(Linux)
    import Foundation
    import ReactiveTesting
    import Testing

    struct LoopbackServerResourceTests {
        /// The test runs in a separate process, where no other test opens files.
        @Test func stopLeavesNoThreadAndNoDescriptor() async {
            await #expect(processExitsWith: .success) {
                try exercise()
                let before = try counts()
                for _ in 1...20 { try exercise() }
                var after = try counts()
                // The system removes a joined thread from its list shortly after the join, and sends no signal then.
                for _ in 1...60_000 where after != before {
                    usleep(10_000)
                    after = try counts()
                }
                #expect(after == before)
            }
        }
    }

    private struct Counts: Equatable {
        let descriptors: Int
        let threads: Int
    }

    private func counts() throws -> Counts {
        let files = FileManager.default
        return Counts(
            descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count
        )
    }

    private func exercise() throws {
        let server = try LoopbackServer()
        server.on("/", .status(200))
        server.on("/silent", .silent)
        server.on("/reset", .reset)
        server.on("/late", .text("late").delayed(by: .seconds(3600)))
        let clients = ["/", "/silent", "/reset", "/late", "/", "/half"].map { path in
            let client = RawClient(server)
            client.send("GET \(path) HTTP/1.1\r\n" + (path == "/half" ? "" : "\r\n"))
            return client
        }
        #expect(clients[0].read(38).utf8.count == 38)
        #expect(clients[2].readToEnd().end == .reset)
        server.stop()
    }
#endif
