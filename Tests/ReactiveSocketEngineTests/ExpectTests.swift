#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Requests with `Expect: 100-continue`.
    @Suite struct ExpectTests {
        private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"

        private func put(_ server: RawServer, byteCount: Int, expects: Bool) -> Request {
            let builder = RequestBuilder(.put, server.url("/put")).data(Data(count: byteCount))
            return (expects ? builder.header("Expect", "100-continue") : builder).build()
        }

        /// A transport whose bodies wait for the server's consent, for ever if need be.
        private func patientTransport() throws -> SocketTransport {
            try .keeping { $0.continueTimeout = .seconds(3600) }
        }

        @Test(arguments: [200, 413, 417])
        func afterAFinalResponseTheBodyIsNotSentAndTheConnectionIsClosed(status: Int) async throws {  // EN16, TC-41
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.ok.replacing("200 OK", with: "\(status) X"))
                peer.drain()
            }
            let transport = try patientTransport()
            for number in 1...10 {
                let heard = try await transport.hear(put(server, byteCount: 8_000_000, expects: true))
                #expect(heard.isWhole && heard.status == status && heard.text == "OK", "\(heard)")
                #expect(heard.metrics?.reusedConnection == false)
                #expect(await eventually { server.endedConnections.count == number })
                #expect(server.received[number]?.afterHead.isEmpty == true)
            }
            let next = try await transport.hear(.get(server.url("/next")))
            #expect(next.status == status, "\(next)")
            #expect(server.connectionCount == 11)
        }

        @Test func withoutAnExpectFieldTheBodyIsSentAtOnce() async throws {  // EN16, TC-43
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                while peer.received.afterHead.count < 2_000_000 { guard peer.receive() else { return } }
                peer.send(Self.ok)
                peer.drain()
            }
            let heard = try await patientTransport().hear(put(server, byteCount: 2_000_000, expects: false))
            #expect(heard.text == "OK", "\(heard)")
            #expect(server.received[1]?.occurrences(of: "100-continue") == 0)
        }

        @Test func aServerWithoutAnInterimResponseGetsTheBodyAfterAWhile() async throws {  // EN16
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                while peer.received.afterHead.count < 2_000_000 { guard peer.receive() else { return } }
                peer.send(Self.ok)
                peer.drain()
            }
            let transport = try SocketTransport.keeping { $0.continueTimeout = .milliseconds(50) }
            let heard = try await transport.hear(put(server, byteCount: 2_000_000, expects: true))
            #expect(heard.text == "OK", "\(heard)")
        }

        @Test(arguments: [1, 2_000_000])
        func theBodyWaitsFor100AndForNoOtherInterimResponse(byteCount: Int) async throws {  // EN16
            let early = Locked<Int?>(nil)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
                peer.pause(milliseconds: 50)
                early.withLock { $0 = peer.pendingByteCount }
                peer.send("HTTP/1.1 100 Continue\r\n\r\n")
                while peer.received.afterHead.count < byteCount { guard peer.receive() else { return } }
                peer.send(Self.ok)
                peer.answer(from: 2)
            }
            let transport = try patientTransport()
            let heard = try await transport.hear(put(server, byteCount: byteCount, expects: true))
            #expect(heard.text == "OK", "\(heard)")
            #expect(heard.informational.contains(103))
            #expect(early.withLock { $0 } == 0)
            #expect(try await transport.hear(.get(server.url("/next"))).metrics?.reusedConnection == true)
        }

        @Test func theSourceIsReadAtMost256KiBAhead() async throws {  // EN15
            let server = try RawServer { $0.drain() }
            let produced = Locked(0)
            let body = Body.stream {
                AsyncStream(unfolding: { () -> Data? in
                    produced.withLock { $0 += 10_000 }
                    return Data(count: 10_000)
                })
            }
            let request = RequestBuilder(.put, server.url()).body(body).header("Expect", "100-continue").build()
            let handle = try patientTransport().exchange(request.prepared()).start()
            #expect(await eventually { server.received[1]?.occurrences(of: "\r\n\r\n") == 1 })
            try await Task.sleep(for: .milliseconds(200))
            // One piece is in the hands of the source.
            #expect(produced.withLock { $0 } <= 256 * 1_024 + 20_000)
            handle.dispose()
            #expect(await eventually { server.endedConnections.contains(1) })
            #expect(server.received[1]?.afterHead.isEmpty == true)
        }
    }
#endif
