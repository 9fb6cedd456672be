#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Connections that are opened before a request needs them (AD20).
    @Suite struct PreconnectTests {
        @Test func theNextRequestUsesTheConnection() async throws {
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping()
            try await transport.preconnect(to: server.url("/ignored")).value()
            #expect(server.requestLines.isEmpty)
            let heard = try await transport.hear(.get(server.url()))
            #expect(heard.text == "right" && heard.metrics?.reusedConnection == true, "\(heard)")
            #expect(server.requestLines == ["GET / HTTP/1.1"])
            #expect(server.connectionCount == 1)
        }

        @Test func nothingIsOpenedWhereAConnectionIsIdle() async throws {
            let server = try LoopbackServer()
            server.on("/", .text("here"))
            let transport = try SocketTransport.keeping()
            for _ in 1...3 { try await transport.preconnect(to: server.url("/")).value() }
            #expect(await eventually { server.acceptedConnectionCount == 1 })
            #expect(try await transport.hear(.get(server.url("/"))).text == "here")
            try await transport.preconnect(to: server.url("/")).value()
            #expect(server.acceptedConnectionCount == 1)
        }

        @Test(.enabled(if: Nginx.isInstalled), arguments: ["ssl", "ssl http2"])
        func theHandshakeOfTLSIsOver(protocols: String) async throws {
            let certificates = try await Certificates.made()
            let server = try await Nginx(certificates["server"], protocols)
            let transport = try SocketTransport.keeping { $0.tls.trust = .file(certificates.authority.certificate) }
            for _ in 1...2 { try await transport.preconnect(to: server.url()).value() }
            #expect(try await server.served() == [])
            for _ in 1...2 {
                let heard = try await transport.hear(.get(server.url()))
                #expect(heard.text == "ok" && heard.metrics?.reusedConnection == true, "\(heard)")
            }
            #expect(Set(try await server.served().map(\.connection)).count == 1)
        }

        @Test func nobodyWaitsOrGivesWay() async throws {
            let (idle, other) = (try RawServer { $0.answer() }, try RawServer { $0.answer() })
            let transport = try SocketTransport.keeping { $0.maxConnections = 1 }
            #expect(try await transport.hear(.get(idle.url())).text == "right")
            try await transport.preconnect(to: other.url()).value()
            #expect(other.connectionCount == 0)
            #expect(try await transport.hear(.get(idle.url())).metrics?.reusedConnection == true)
        }

        @Test func whatArrivesBeforeARequestIsNoResponse() async throws {  // EN12, TC-35
            let server = try RawServer { peer in
                guard peer.number == 1 else { return peer.answer() }
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
                peer.drain()
            }
            let transport = try SocketTransport.keeping()
            try await transport.preconnect(to: server.url()).value()
            let post = RequestBuilder(.post, server.url()).data(Data("x".utf8)).build()
            #expect(try await transport.hear(post).text == "right")
        }

        @Test func aRequestSurvivesTheEndOfTheConnection() async throws {  // EN13
            let server = try RawServer { peer in
                guard peer.number == 1 else { return peer.answer() }
                _ = peer.receiveHead()
            }
            let transport = try SocketTransport.keeping()
            try await transport.preconnect(to: server.url()).value()
            #expect(try await transport.hear(.get(server.url())).text == "right")
        }

        @Test func aFailureIsTyped() async throws {
            let transport = try SocketTransport.keeping()
            func error(_ url: String) async -> TransportError? {
                do throws(TransportError) {
                    _ = try await transport.preconnect(to: url).firstValue()
                    return nil
                } catch {
                    return error
                }
            }
            let refused = await error("http://127.0.0.1:\(try LoopbackServer.closedPort())/")
            #expect(refused?.kind == .cannotConnect && refused?.phase == .connecting, "\(String(describing: refused))")
            let invalid = await error("http://")
            #expect(invalid?.kind == .unsupported && invalid?.phase == .preparing, "\(String(describing: invalid))")
            transport.close()
            #expect(await error("http://127.0.0.1:1/")?.kind == .closed)
        }
    }
#endif
