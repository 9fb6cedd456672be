#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Exchanges that wait for the first handshake with their server.
    @Suite struct ProtocolNegotiationTests {
        private func transport() throws -> SocketTransport {
            var configuration = SocketTransport.Configuration()
            // The servers do not answer, and the test may have to wait for its turn.
            configuration.connectTimeout = .seconds(1_200)
            return try SocketTransport(configuration)
        }

        private func secureURL(_ server: RawServer) -> String { "https://127.0.0.1:\(server.port)/" }

        @Test func theNextExchangeConnectsIfTheFirstIsDisposedOf() async throws {  // EN30
            let server = try RawServer { $0.drain() }
            let transport = try transport()
            let request = try Request.get(secureURL(server)).prepared()
            let handles = (1...4).map { _ in transport.exchange(request).start { _ in } }
            for (index, handle) in handles.enumerated() {
                #expect(await eventually { server.connectionCount == index + 1 })
                handle.dispose()
            }
            #expect(await eventually { server.endedConnections.count == 4 })
        }

        @Test func anExchangeThatWasDisposedOfGetsNoTurn() async throws {  // EN30
            let server = try RawServer { $0.drain() }
            let transport = try transport()
            let request = try Request.get(secureURL(server)).prepared()
            let handles = (1...100).map { _ in transport.exchange(request).start { _ in } }
            for handle in handles[1..<99] { handle.dispose() }
            #expect(await eventually { server.connectionCount == 1 })
            handles[0].dispose()
            #expect(await eventually { server.endedConnections.count == 1 && server.connectionCount == 2 })
            handles[99].dispose()
            #expect(await eventually { server.endedConnections.count == 2 })
            #expect(server.connectionCount == 2)
        }

        @Test func allWaitingExchangesConnectIfTheFirstHandshakeFails() async throws {  // EN30
            let mayFail = Locked(false)
            let server = try RawServer { peer in
                guard peer.number == 1 else { return peer.drain() }
                while !mayFail.withLock({ $0 }) { peer.pause(milliseconds: 5) }
            }
            let transport = try transport()
            let request = try Request.get(secureURL(server)).prepared()
            let errors = Locked<[TransportError.Kind]>([])
            let handles = (1...10).map { _ in
                transport.exchange(request).start { event in
                    if case .failed(let error) = event { errors.withLock { $0.append(error.kind) } }
                }
            }
            #expect(await eventually { server.connectionCount == 1 })
            mayFail.withLock { $0 = true }
            #expect(await eventually { server.connectionCount == 10 })
            #expect(await eventually { errors.withLock { $0 } == [.handshakeFailed] })
            for handle in handles { handle.dispose() }
        }
    }
#endif
