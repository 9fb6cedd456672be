#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Connections between two requests: how long they stay, and what arrives on them.
    @Suite struct IdleSocketTests {
        private static let first = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst"
        private static let unasked = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

        /// A server whose first connection answers once, runs `interlude` and sets `isOver`; all others answer right.
        private func server(
            isOver: Locked<Bool>,
            _ interlude: @escaping @Sendable (RawServer.Peer) -> Void
        ) throws -> RawServer {
            try RawServer { peer in
                guard peer.number == 1 else { return peer.answer() }
                guard peer.receiveHead() else { return }
                peer.send(Self.first)
                interlude(peer)
                isOver.withLock { $0 = true }
                peer.drain()
            }
        }

        /// Sends a request whose connection then is idle until `interlude` is over, and one more.
        private func hearNext(
            _ method: HTTP.Method,
            over transport: SocketTransport,
            after interlude: @escaping @Sendable (RawServer.Peer) -> Void
        ) async throws {
            let isOver = Locked(false)
            let server = try server(isOver: isOver, interlude)
            #expect(try await transport.hear(.get(server.url())).text == "first")
            #expect(await eventually { isOver.withLock { $0 } })
            let heard = try await transport.hear(RequestBuilder(method, server.url("/next")).build())
            #expect(heard.text == "right", "\(heard)")
            #expect(heard.metrics?.reusedConnection == false)
            #expect(server.requestLines == ["GET / HTTP/1.1", "\(method.rawValue) /next HTTP/1.1"])
            #expect(server.connectionCount == 2)
            #expect(await eventually { server.endedConnections.contains(1) })
        }

        /// Three hundred times in all, ten at a time.
        @Test(arguments: [20, 200, 1_000], [HTTP.Method.get, .post])
        func anUnaskedResponseIsNeverDelivered(milliseconds: Int, method: HTTP.Method) async throws {  // EN12, TC-35
            let transport = try SocketTransport.keeping()
            for _ in 1...5 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 1...10 {
                        group.addTask {
                            try await hearNext(method, over: transport) { peer in
                                peer.pause(milliseconds: milliseconds)
                                peer.send(Self.unasked)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test(arguments: [
            ("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", true), ("\r\n", false), ("\r\n", true),
            ("", true),
        ])
        func aPostIsSentOnceAfterAnIdleConnectionBroke(text: String, ends: Bool) async throws {  // EN12, EN13, TC-37
            let transport = try SocketTransport.keeping()
            for _ in 1...20 {
                try await hearNext(.post, over: transport) { peer in
                    peer.send(text)
                    if ends { peer.end() }
                }
            }
        }

        /// The server closes each connection after one response: at once, at about the time of the next request, or
        /// when it has read a part or all of that.
        @Test(arguments: [HTTP.Method.get, .post])
        func aConnectionClosedOnReuseFailsNoGetAndRepeatsNoPost(method: HTTP.Method) async throws {  // EN13, TC-39
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.first)
                switch peer.number % 4 {
                case 0: return
                case 1: peer.pause(milliseconds: 1)
                case 2: peer.receive()
                default: _ = peer.receiveHead(2)
                }
            }
            let transport = try SocketTransport.keeping()
            let sent = try await withThrowingTaskGroup(of: [(line: String, isWhole: Bool)].self) { group in
                for task in 0..<8 {
                    group.addTask {
                        var sent: [(line: String, isWhole: Bool)] = []
                        for number in 0..<125 {
                            let path = "/\(task * 125 + number)"
                            let heard = try await transport.hear(RequestBuilder(method, server.url(path)).build())
                            #expect(heard.isWhole || method == .post, "\(heard)")
                            #expect(heard.isWhole || heard.error?.kind == .connectionLost, "\(heard)")
                            sent.append((line: "\(method.rawValue) \(path) HTTP/1.1", isWhole: heard.isWhole))
                        }
                        return sent
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let arrivals = server.requestLines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            #expect(sent.count == 1_000)
            guard method == .post else { return }
            for (line, isWhole) in sent {
                let count = arrivals[line, default: 0]
                #expect(isWhole ? count == 1 : count <= 1, "\(line) arrived \(count) times")
            }
        }

        @Test(arguments: ["200 Content-Length: 5⏎⏎first", "200 Keep-Alive: timeout=2⏎Content-Length: 5⏎⏎first"])
        func anIdleConnectionIsClosedInTime(text: String) async throws {  // EN11, TC-47
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(ResponseBytes(text).bytes)
                peer.drain()
            }
            let isLimitedByServer = text.contains("Keep-Alive")
            let transport = try SocketTransport.keeping {
                if !isLimitedByServer { $0.idleConnectionTime = .milliseconds(50) }
            }
            #expect(try await transport.hear(.get(server.url())).text == "first")
            #expect(await eventually { server.endedConnections.contains(1) })
        }

        @Test func anOldConnectionServesNoFurtherRequest() async throws {  // EN11
            let server = try RawServer { peer in
                var count = 1
                while peer.receiveHead(count) {
                    peer.pause(milliseconds: 5)
                    peer.send(Self.first)
                    count += 1
                }
            }
            let transport = try SocketTransport.keeping { $0.maxConnectionAge = .milliseconds(1) }
            for _ in 1...3 {
                let heard = try await transport.hear(.get(server.url()))
                #expect(heard.metrics?.reusedConnection == false, "\(heard)")
            }
            #expect(server.connectionCount == 3)
        }

        @Test func theConnectionUsedLastIsTakenFirst() async throws {  // EN10
            let arrivals = Locked(0)
            let isEarlierDone = Locked(false)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                let isLater = peer.received.occurrences(of: "GET /later ") == 1
                arrivals.withLock { $0 += 1 }
                while arrivals.withLock({ $0 }) < 2 || isLater && !isEarlierDone.withLock({ $0 }) {
                    peer.pause(milliseconds: 1)
                }
                peer.send(Self.first)
                peer.answer(from: 2, with: isLater ? "later" : "earlier")
            }
            let transport = try SocketTransport.keeping()
            async let earlier = transport.hear(.get(server.url("/earlier")))
            async let later = transport.hear(.get(server.url("/later")))
            #expect(try await earlier.isWhole)
            isEarlierDone.withLock { $0 = true }
            #expect(try await later.isWhole)
            #expect(try await transport.hear(.get(server.url("/next"))).text == "later")
            #expect(server.connectionCount == 2)
        }

        @Test func connectionsAreSharedByTheSpellingsOfOneName() async throws {  // EN10
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping()
            for host in ["localhost", "LOCALHOST", "LocalHost"] {
                #expect(try await transport.hear(.get("http://\(host):\(server.port)/")).text == "right")
            }
            #expect(server.connectionCount == 1)
            #expect(try await transport.hear(.get(server.url())).metrics?.reusedConnection == false)
            let other = try SocketTransport.keeping()
            #expect(try await other.hear(.get(server.url())).metrics?.reusedConnection == false)
            #expect(server.connectionCount == 3)
        }
    }
#endif
