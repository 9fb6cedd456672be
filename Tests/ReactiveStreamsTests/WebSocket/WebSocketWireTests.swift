#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// WebSockets over the sockets of the engine.
    @Suite struct WebSocketWireTests {
        /// Frames that the server has received after the handshake.
        private static func frames(_ bytes: Data) -> [ClientFrame] { ClientFrame.parse(Array(bytes.afterHead)).frames }

        /// A server that sends `bytes` together with the agreement, and closes after the client's close frame.
        private func server(_ bytes: [UInt8]) throws -> RawServer {
            try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Array(WebSocketHandshake.agreement(to: peer.received).utf8) + bytes)
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

        private static let upgrade = "Upgrade: websocket\r\n"
        private static let connection = "Connection: Upgrade\r\n"

        /// A server that answers with a status line and fields, where `*` stands for the right `Sec-WebSocket-Accept`.
        private func opened(_ status: String, _ fields: String) async throws -> (LiveSocket, RawServer) {
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                let accept = WebSocketHandshake.agreement(to: peer.received).components(separatedBy: "\r\n")
                    .first { $0.hasPrefix("Sec-WebSocket-Accept") }
                peer.send(status + "\r\n" + fields.replacing("*", with: (accept ?? "") + "\r\n") + "\r\n")
                peer.drain()
            }
            return (LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping()), server)
        }

        @Test(
            arguments: [
                connection + "*", "Upgrade: h2c\r\n" + connection + "*", upgrade + "*",
                upgrade + "Connection: close\r\n*",
                upgrade + connection, upgrade + connection + "Sec-WebSocket-Accept: AAAA\r\n",
                upgrade + connection + "**",
                upgrade + connection + "*Sec-WebSocket-Protocol: chat\r\n",
                upgrade + connection + "*Sec-WebSocket-Extensions: permessage-deflate\r\n",
            ]
        )
        func aWrongHeadIsRefusedWithoutAFrame(fields: String) async throws {  // W3
            let (live, server) = try await opened("HTTP/1.1 101 Switching Protocols", fields)
            #expect(await live.hasEnded())
            guard case .requestFailure(let error)? = live.error else {
                Issue.record("the end is \(String(describing: live.end))")
                return
            }
            #expect(error is WebSocketError || error is TransportError)
            #expect(await eventually { server.endedConnections == [1] })
            #expect(server.received[1]?.afterHead.isEmpty == true)
        }

        @Test(
            arguments: [
                "upgrade: WEBSOCKET\r\nCONNECTION: keep-alive, uPGRADE\r\n*",
                "Connection: a\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\nX: y\r\n*",
                upgrade + connection + "*Sec-WebSocket-Extensions:\r\n",
                upgrade + connection + "*Content-Length: 7\r\n",
            ]
        )
        func aRightHeadOpensTheSocket(fields: String) async throws {  // W3
            let (live, server) = try await opened("HTTP/1.1 101 Go", fields)
            #expect(try await live.opened().subprotocol == nil)
            live.start.dispose()
            #expect(await eventually { server.endedConnections == [1] })
        }

        @Test func theCookiesOfTheTransportAreNotUsedForWebSockets() async throws {  // W11
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                let fields = "Set-Cookie: a=\(peer.number)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                peer.send("HTTP/1.1 \(peer.number == 2 ? 403 : 200) Status\r\n" + fields)
            }
            let transport = try SocketTransport.keeping { $0.cookies = .inMemory }
            let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
            _ = try await network.send(.get(server.url())).value()
            let live = LiveSocket(server.url(scheme: "ws"), over: transport)
            #expect(await live.hasEnded())
            _ = try await network.send(.get(server.url())).value()
            let cookies = server.received.sorted { $0.key < $1.key }.map { _, bytes in
                String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n").filter { $0.hasPrefix("Cookie") }
            }
            #expect(cookies == [[], [], ["Cookie: a=1"]])
        }

        @Test func disposalClosesTheConnection() async throws {  // W1
            let server = try server([])
            let live = LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping())
            _ = try await live.opened()
            live.start.dispose()
            #expect(await eventually { server.endedConnections == [1] })
            #expect(Self.frames(server.received[1] ?? Data()) == [.close(1_001)])
        }

        @Test func aSocketThatIsClosedWithUnreadMessagesIsNotReset() async throws {  // W1
            let (isSent, wasReset) = (Locked(false), Locked<Bool?>(nil))
            let frames = (0..<70).flatMap { _ in ServerFrame.data([UInt8](repeating: 7, count: 4_000)) }
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(WebSocketHandshake.agreement(to: peer.received))
                // The first bytes are more than the connection is read for; the others stay with the client's system.
                for bytes in [frames, ServerFrame.data([UInt8](repeating: 7, count: 4_000))] {
                    peer.send(bytes)
                    while peer.unacknowledgedByteCount > 0 { peer.pause(milliseconds: 1) }
                    peer.pause(milliseconds: 20)
                }
                isSent.withLock { $0 = true }
                errno = 0
                while peer.receive() { errno = 0 }
                let reason = errno
                wasReset.withLock { $0 = reason == ECONNRESET }
            }
            let network = Network(configuration: .patient, transport: try SocketTransport.keeping())
            // Nobody takes the messages, so the connection is read until 256 KiB of them wait.
            let start = network.webSocket(.get(server.url(scheme: "ws"))).start()
            #expect(await eventually { isSent.withLock { $0 } })
            start.dispose()
            #expect(await eventually { wasReset.withLock { $0 } != nil })
            #expect(wasReset.withLock { $0 } == false)
            #expect(Self.frames(server.received[1] ?? Data()) == [.close(1_001)])
        }

        @Test func aConnectionThatIsCutFails() async throws {  // WC-25
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(WebSocketHandshake.agreement(to: peer.received))
                peer.reset()
            }
            let live = LiveSocket(server.url(scheme: "ws"), over: try SocketTransport.keeping())
            #expect(await live.hasEnded())
            #expect(live.error != nil)
        }

        @Test func aSlowConsumerLosesNoMessages() async throws {  // W9
            let message = [UInt8](repeating: 7, count: 60_000)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(WebSocketHandshake.agreement(to: peer.received))
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
                peer.send(WebSocketHandshake.agreement(to: peer.received))
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
