#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    extension TransportConformanceTests {
        /// Many concurrent exchanges, reused connections, and exhausted connections.
        @Suite struct Load {
            private let server: LoopbackServer

            init() throws {
                server = try LoopbackServer()
                server.on("/ok", .text("ok"))
            }

            @Test(arguments: Wire.sound) func aGetSurvivesAConnectionClosedOnReuse(wire: Wire) async throws {
                server.on("/get") { request in request.numberOnConnection > 1 ? .closeBeforeHead : .text("ok") }
                let transport = try wire.newTransport()
                for number in 1...200 {
                    let heard = try await transport.hear(.get(server.url("/get")))
                    #expect(heard.text == "ok", "\(number): \(String(describing: heard.error))")
                }
                #expect(server.requestCount(to: "/get") > 300)  // each but the first was sent twice
            }

            @Test(arguments: Wire.sound) func aGetSurvivesAClosedIdleConnection(wire: Wire) async throws {
                server.on("/get", LoopbackServer.Reply.text("ok").ending(.close))
                let transport = try wire.newTransport()
                for number in 1...200 {
                    let heard = try await transport.hear(.get(server.url("/get")))
                    #expect(heard.text == "ok", "\(number): \(String(describing: heard.error))")
                }
            }

            @Test(arguments: Wire.sound) func aPostIsNeverSentTwice(wire: Wire) async throws {  // N7
                server.on("/post") { request in request.numberOnConnection > 1 ? .closeBeforeHead : .text("ok") }
                let transport = try wire.newTransport()
                var lost = 0
                for _ in 1...200 {
                    let heard = try await transport.hear(.post(server.url("/post")))
                    if let error = heard.error {
                        lost += 1
                        #expect(error.kind == .connectionLost)
                        #expect(error.mayHaveReachedServer)
                    } else {
                        #expect(heard.text == "ok")
                    }
                }
                #expect(server.requestCount(to: "/post") == 200)
                #expect(lost == 100)
            }

            @Test(arguments: Wire.sound) func aRepeatablePostIsSentAgain(wire: Wire) async throws {  // N7
                server.on("/post") { request in request.numberOnConnection > 1 ? .closeBeforeHead : .text("ok") }
                let transport = try wire.newTransport()
                let request = RequestBuilder(.post, server.url("/post")).data(Data(count: 100_000))
                    .header("Idempotency-Key", "1").build()
                for _ in 1...50 {
                    let heard = try await transport.hear(request)
                    #expect(heard.text == "ok", "\(String(describing: heard.error))")
                }
                #expect(server.requests.allSatisfy { $0.body.count == 100_000 })
            }

            @Test(arguments: Wire.sound) func twoThousandConcurrentRequestsStayWithinTheConnectionLimit(wire: Wire)
                async throws
            {
                server.on("/n/*") { request in .text(request.path) }
                let transport = try wire.transport { $0.maxConnectionsPerHost = 16 }
                let most = Locked(0)
                let server = server
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<2_000 {
                        group.addTask {
                            let heard = try await transport.hear(.get(server.url("/n/\(number)")))
                            most.withLock { $0 = max($0, server.openConnectionCount) }
                            return heard.text == "/n/\(number)"
                        }
                    }
                    for try await isRight in group { #expect(isRight) }
                }
                #expect(most.withLock { $0 } <= 16)
                #expect(server.acceptedConnectionCount <= 16)
            }

            @Test(arguments: Wire.sound) func theTotalNumberOfConnectionsIsLimitedOverManyHosts(wire: Wire) async throws
            {
                let servers = try (0..<20).map { _ in try LoopbackServer() }
                for server in servers {
                    server.on("/", LoopbackServer.Reply.text("ok").delayed(by: .milliseconds(2)))
                }
                let transport = try wire.transport { $0.maxConnections = 10 }
                let most = Locked(0)
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<400 {
                        group.addTask {
                            let heard = try await transport.hear(.get(servers[number % servers.count].url("/")))
                            let open = servers.reduce(0) { $0 + $1.openConnectionCount }
                            most.withLock { $0 = max($0, open) }
                            return heard.text == "ok"
                        }
                    }
                    for try await isRight in group { #expect(isRight) }
                }
                // The server may not have noticed the end of a closed connection yet.
                #expect(most.withLock { $0 } <= 20, "\(most.withLock { $0 })")
            }
        }
    }
#endif
