#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Final responses that arrive while the body of the request is being sent.
    @Suite struct EarlyResponseTests {
        /// The action of the server after it has sent the whole response.
        enum Sequel: CaseIterable {
            case ends
            case resets
            case readsNothing
        }

        private func response(_ status: Int) -> String { "HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\nearly" }

        /// A body without end. `isReleased` is set when nothing holds its source any more.
        private func endlessBody(isReleased: Locked<Bool>) -> Body {
            .stream {
                let probe = Probe { isReleased.withLock { $0 = true } }
                return AsyncStream(unfolding: { () -> Data? in withExtendedLifetime(probe) { Data(count: 65_536) } })
            }
        }

        @Test(arguments: [300, 302, 401, 413, 503])
        func anyStatusFrom300OnEndsTheUpload(status: Int) async throws {  // EN17, TC-43
            let response = response(status)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                guard peer.number == 1 else { return peer.answer() }
                peer.send(String(response.dropLast(3)))
                // The rest arrives while the body is no longer sent.
                peer.pause(milliseconds: 20)
                peer.send(String(response.suffix(3)))
                peer.drain()
            }
            let isReleased = Locked(false)
            let transport = try SocketTransport.keeping()
            let request = RequestBuilder(.put, server.url()).body(endlessBody(isReleased: isReleased)).build()
            let heard = try await transport.hear(request)
            #expect(heard.isWhole && heard.status == status && heard.text == "early", "\(heard)")
            #expect(await eventually { isReleased.withLock { $0 } })
            #expect(await eventually { server.endedConnections.contains(1) })
            let next = try await transport.hear(.get(server.url("/next")))
            #expect(next.text == "right" && next.metrics?.reusedConnection == false, "\(next)")
        }

        @Test(arguments: [200, 201, 299])
        func aSuccessDoesNotEndTheUpload(status: Int) async throws {  // EN17
            let response = response(status)
            let byteCount = 8_000_000
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(response)
                peer.pause(milliseconds: 20)
                while peer.received.count < byteCount { guard peer.receive() else { return } }
                peer.answer(from: 2)
            }
            let transport = try SocketTransport.keeping()
            let request = RequestBuilder(.put, server.url()).data(Data(count: byteCount)).build()
            let heard = try await transport.hear(request)
            #expect(heard.isWhole && heard.status == status && heard.text == "early", "\(heard)")
            #expect(heard.metrics?.sentByteCount == Int64(byteCount))
            let next = try await transport.hear(.get(server.url("/next")))
            #expect(next.text == "right" && next.metrics?.reusedConnection == true, "\(next)")
            #expect(server.received[1]?.count(where: { $0 == 0 }) == byteCount)
        }

        @Test(arguments: [200, 413], Sequel.allCases)
        func aWholeResponseIsDeliveredHoweverTheUploadEnds(status: Int, sequel: Sequel) async throws {  // EN17
            let response = response(status)
            let isOver = Locked(false)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                guard peer.number == 1 else { return peer.answer() }
                peer.send(response)
                switch sequel {
                case .ends: return
                case .resets: peer.reset()
                case .readsNothing: while !isOver.withLock({ $0 }) { peer.pause(milliseconds: 5) }
                }
            }
            defer { isOver.withLock { $0 = true } }
            let transport = try SocketTransport.keeping()
            let request = RequestBuilder(.put, server.url()).data(Data(count: 40_000_000)).build()
            let heard = try await transport.hear(request)
            #expect(heard.isWhole && heard.status == status && heard.text == "early", "\(heard)")
            let next = try await transport.hear(.get(server.url("/next")))
            #expect(next.text == "right" && next.metrics?.reusedConnection == false, "\(next)")
        }

        @Test func anEarlySuccessWithATruncatedBodyIsAFailure() async throws {  // EN17, EN24
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nearly")
            }
            let request = RequestBuilder(.put, server.url()).data(Data(count: 40_000_000)).build()
            let heard = try await Wire.sockets.hear(request)
            #expect([.truncatedResponse, .connectionLost].contains(heard.error?.kind), "\(heard)")
            #expect(heard.error?.mayHaveReachedServer == true)
        }

        @Test func aResetDoesNotCompleteABodyWithoutLength() async throws {  // EN24
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 OK\r\n\r\nearly")
                _ = peer.receive(upTo: 1_000_000)
                peer.reset()
            }
            for _ in 1...10 {
                let request = RequestBuilder(.put, server.url()).data(Data(count: 40_000_000)).build()
                let heard = try await Wire.sockets.hear(request)
                #expect(heard.error?.kind == .connectionLost, "\(heard)")
            }
        }
    }

    /// Signals when it is released.
    private final class Probe: Sendable {
        private let action: @Sendable () -> Void

        init(_ action: @escaping @Sendable () -> Void) {
            self.action = action
        }

        deinit { action() }
    }
#endif
