#if os(Linux)
    import Foundation
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking

    /// WebSockets over the sockets of the engine.
    @Suite struct WebSocketWireTests {
        /// Returns the answer to the handshake in `bytes`.
        private static func agreement(to bytes: Data) -> String {
            let head = String(decoding: bytes, as: UTF8.self)
            let key = head.components(separatedBy: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }
            let accept = WebSocketHandshake.accept(String(key?.dropFirst(19) ?? ""))
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"
        }

        /// Frames that the server has received after the handshake.
        private static func frames(_ bytes: Data) -> [ClientFrame] { ClientFrame.parse(Array(bytes.afterHead)).frames }

        /// A server that sends `bytes` together with the agreement, and closes after the client's close frame.
        private func server(_ bytes: [UInt8]) throws -> RawServer {
            try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Array(Self.agreement(to: peer.received).utf8) + bytes)
                while !Self.frames(peer.received).contains(where: { $0.opcode == 8 }) {
                    guard peer.receive() else { return }
                }
            }
        }

        @Test func framesBehindTheHeadAreReceived() async throws {  // W3, W8
            let server = try server(ServerFrame.text("Hello") + ServerFrame.close(1_000))
            let live = LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping())
            #expect(await live.hasEnded())
            #expect(live.hasCompleted && live.messages == [.text("Hello")])
            #expect(Self.frames(server.received[1] ?? Data()) == [.close(1_000)])
        }

        @Test func disposalClosesTheConnection() async throws {  // W1
            let server = try server([])
            let live = LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping())
            _ = try await live.opened()
            live.start.dispose()
            #expect(await eventually { server.endedConnections == [1] })
            #expect(Self.frames(server.received[1] ?? Data()) == [.close(1_001)])
        }

        @Test func aConnectionThatIsCutFails() async throws {  // WC-25
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement(to: peer.received))
                peer.reset()
            }
            let live = LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping())
            #expect(await live.hasEnded())
            #expect(live.error != nil)
        }

        @Test func aSlowConsumerLosesNothing() async throws {  // W9
            let message = [UInt8](repeating: 7, count: 60_000)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement(to: peer.received))
                for _ in 0..<600 { guard peer.send(ServerFrame.data(message)) else { return } }
                peer.send(ServerFrame.close(1_000))
                while !Self.frames(peer.received).contains(where: { $0.opcode == 8 }) {
                    guard peer.receive() else { return }
                }
            }
            let scheduler = TestScheduler()
            let network = Network(
                configuration: Network.Configuration(abortAfter: .patience),
                transport: try SocketTransport.keeping(),
                scheduler: scheduler
            )
            let count = Locked(0)
            let start = network.webSocket(.get(server.url(scheme: "ws"))).startWithResult { result in
                guard case .success(let socket) = result else { return }
                socket.messages.startWithResult { _ in count.withLock { $0 += 1 } }
            }
            let isWhole = await eventually {
                scheduler.advance()
                return count.withLock { $0 } == 600
            }
            #expect(isWhole)
            start.dispose()
        }

        @Test(.enabled(if: Nginx.isInstalled)) func framesGoOverTLS() async throws {  // W1, EN40
            let certificates = try await Certificates.made()
            let echo = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement(to: peer.received))
                var count = 0
                while peer.receive() {
                    let frames = Self.frames(peer.received)
                    for frame in frames.dropFirst(count) where frame.opcode < 8 {
                        peer.send(ServerFrame.make(frame.opcode, isFinal: frame.isFinal, frame.payload))
                    }
                    for frame in frames.dropFirst(count) where frame.opcode == 8 {
                        peer.send(ServerFrame.make(8, frame.payload))
                        return
                    }
                    count = frames.count
                }
            }
            // The server offers HTTP/2, over which no protocol changes.
            let server = try await Nginx(
                certificates["server"],
                "ssl http2",
                """
                location /socket {
                    proxy_pass http://127.0.0.1:\(echo.port);
                    proxy_http_version 1.1;
                    proxy_set_header Upgrade $http_upgrade;
                    proxy_set_header Connection "upgrade";
                }
                """
            )
            var sockets = SocketTransport.Configuration()
            sockets.keepConnections()
            sockets.tls.trust = .file(certificates.authority.certificate)
            let transport = try SocketTransport(sockets)
            // Its HTTP/2 is known from another exchange.
            _ = try? await transport.exchange(try Request(.get, server.url()).prepared()).collect().firstValue()
            let url = "wss" + server.url("/socket").dropFirst("https".count)
            let live = LiveSocket(url, over: transport)
            let socket = try await live.opened()
            let large = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
            socket.send(.text("κόσμε")).start()
            socket.send(.data(large)).start()
            #expect(await live.hasReceived(2))
            #expect(live.messages == [.text("κόσμε"), .data(large)])
            socket.close().start()
            #expect(await live.hasEnded())
            #expect(live.hasCompleted)
        }
    }
#endif
