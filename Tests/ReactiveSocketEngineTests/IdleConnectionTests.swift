#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Bytes that arrive on an idle connection.
    @Suite struct IdleConnectionTests {
        private static let first = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst"
        private static let right = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright"

        private static let unasked = [
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n", "x",
        ]

        /// A server whose first connection answers once, then sends `unasked` and stays silent; other connections
        /// answer correctly.
        private func server(_ unasked: String, isSent: Locked<Bool>) throws -> RawServer {
            try RawServer { peer in
                guard peer.number == 1 else {
                    var count = 1
                    while peer.receiveHead(count) {
                        peer.send(Self.right)
                        count += 1
                    }
                    return
                }
                guard peer.receiveHead() else { return }
                peer.send(Self.first)
                // The bytes are sent separately from the response, because any client notices them otherwise.
                poll(nil, 0, 20)
                peer.send(unasked)
                isSent.withLock { $0 = true }
                peer.drain()
            }
        }

        @Test(
            arguments: Wire.sound,
            unasked.flatMap { [($0, HTTP.Method.get), ($0, .post)] }
        )
        func unsolicitedBytesAreNotTheNextResponse(wire: Wire, sample: (String, HTTP.Method)) async throws {  // EN12
            let (unasked, method) = sample
            for _ in 1...30 {
                let isSent = Locked(false)
                let server = try server(unasked, isSent: isSent)
                let transport = try wire.newTransport()
                #expect(try await transport.hear(.get(server.url())).text == "first")
                #expect(await eventually { isSent.withLock { $0 } })
                for _ in 1...3 {
                    let request = RequestBuilder(method, server.url("/next")).build()
                    let heard = try await transport.hear(request)
                    #expect(heard.text == "right", "\(heard)")
                }
                // No request was sent on that connection after the bytes, and the others shared one connection.
                #expect(server.received[1]?.occurrences(of: "HTTP/1.1") == 1)
                #expect(server.connectionCount == 2)
            }
        }

        @Test(arguments: Wire.sound)
        func aPostSurvivesAClosedIdleConnection(wire: Wire) async throws {  // N7, EN13
            for _ in 1...30 {
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(Self.first)
                }
                let transport = try wire.newTransport()
                _ = try await transport.hear(.get(server.url()))
                // The end has arrived or is about to arrive.
                poll(nil, 0, 5)
                let heard = try await transport.hear(.post(server.url()))
                #expect(heard.text == "first", "\(heard)")
                #expect(server.connectionCount == 2)
            }
        }

        @Test(arguments: Wire.sound) func anIdleConnectionIsReused(wire: Wire) async throws {
            let server = try LoopbackServer()
            server.on("*", .text("here"))
            let transport = try wire.newTransport()
            for number in 0..<50 {
                let heard = try await transport.hear(.get(server.url("/")))
                #expect(heard.metrics?.reusedConnection == (number > 0))
            }
            #expect(server.acceptedConnectionCount == 1)
        }

        /// A server may send session tickets at any time, in TLS 1.3 after the handshake.
        @Test(.enabled(if: FrameServer.isInstalled), arguments: Wire.sound)
        func anIdleTLSConnectionIsReused(wire: Wire) async throws {
            let server = try await FrameServer(Certificates.made()["server"], "http1")
            let client = try SecureClient(wire) { $0.httpVersion = .http1 }
            for number in 0..<50 {
                let heard = try await client.transport.hear(.get(server.url))
                #expect(heard.text == "ok", "\(heard)")
                #expect(heard.metrics?.reusedConnection == (number > 0))
            }
        }

        @Test func aConnectionToAUnixSocketIsReused() async throws {  // EN11
            let directory = try ServerProcess.makeDirectory()
            var configuration = LoopbackServer.Configuration()
            configuration.address = .unixSocket(path: "\(directory)/socket")
            let server = try LoopbackServer(configuration)
            server.on("*", .text("here"))
            let transport = try SocketTransport.keeping { $0.unixSocketPath = "\(directory)/socket" }
            for _ in 1...3 { #expect(try await transport.hear(.get("http://here.test/")).text == "here") }
            #expect(server.acceptedConnectionCount == 1)
        }
    }
#endif
