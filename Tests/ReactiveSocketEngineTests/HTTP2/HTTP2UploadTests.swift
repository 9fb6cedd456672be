#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Bodies of requests over HTTP/2.
    @Suite(.enabled(if: NGHTTP2.loaded != nil)) struct HTTP2UploadTests {
        private func transport(continueTimeout: Duration = .seconds(3600)) throws -> SocketTransport {
            try .keeping {
                $0.httpVersion = .http2WithPriorKnowledge
                $0.continueTimeout = continueTimeout
            }
        }

        private func put(_ server: RawServer, byteCount: Int, expects: Bool = false) -> Request {
            let builder = RequestBuilder(.put, server.url()).data(Data(count: byteCount))
            return (expects ? builder.header("Expect", "100-continue") : builder).build()
        }

        /// Returns the body of a request up to its end, or up to a reset.
        private static func body(of stream: Int32, on peer: HTTP2Peer) -> (byteCount: Int, wasReset: Bool) {
            var byteCount = 0
            while let frame = peer.next() {
                guard frame.stream == stream else { continue }
                if frame.kind == HTTP2Frame.Kind.reset.rawValue { return (byteCount, true) }
                guard frame.kind == HTTP2Frame.Kind.data.rawValue else { continue }
                byteCount += frame.payload.count
                if frame.flags & HTTP2Frame.endStream != 0 { return (byteCount, false) }
                let more = HTTP2Frame.number(UInt32(max(1, frame.payload.count)))
                peer.send([HTTP2Frame(.windowUpdate, stream: stream, more), HTTP2Frame(.windowUpdate, more)])
            }
            return (byteCount, true)
        }

        @Test(arguments: [200, 413, 417])
        func afterAFinalResponseTheBodyIsNotSentAndTheStreamIsReset(status: Int) async throws {  // EN16, EN36
            let bodies = Locked<[Int]>([])
            let server = try RawServer.ofHTTP2 { peer in
                while let head = peer.next(.headers) {
                    peer.send([.head(head.stream, [(":status", "\(status)")]), .data(head.stream, "OK", isEnd: true)])
                    let body = Self.body(of: head.stream, on: peer)
                    bodies.withLock { $0.append(body.wasReset ? body.byteCount : -1) }
                }
            }
            let transport = try transport()
            for number in 1...3 {
                let heard = try await transport.hear(put(server, byteCount: 100_000, expects: true))
                #expect(heard.isWhole && heard.status == status && heard.text == "OK", "\(heard)")
                #expect(heard.metrics?.reusedConnection == (number > 1))
                #expect(await eventually { bodies.withLock { $0.count } == number })
            }
            #expect(bodies.withLock { $0 } == [0, 0, 0])
            #expect(server.connectionCount == 1)
        }

        @Test func theBodyWaitsFor100AndForNoOtherInterimResponse() async throws {  // EN16, EN36
            let early = Locked<Int?>(nil)
            let server = try RawServer.ofHTTP2 { peer in
                guard let head = peer.next(.headers) else { return }
                peer.send([.informational(103)])
                peer.peer.pause(milliseconds: 50)
                early.withLock { $0 = peer.peer.pendingByteCount }
                peer.send([.informational(100)])
                let body = Self.body(of: head.stream, on: peer)
                peer.answer(head, "\(body)")
                peer.answer()
            }
            let heard = try await transport().hear(put(server, byteCount: 100_000, expects: true))
            #expect(heard.text == "(byteCount: 100000, wasReset: false)", "\(heard)")
            #expect(heard.informational == [103, 100])
            // At most the acknowledgment of the settings.
            #expect(early.withLock { $0 ?? 99 } <= 9)
        }

        @Test func aServerWithoutAnInterimResponseGetsTheBodyAfterAWhile() async throws {  // EN16, EN36
            let server = try RawServer.ofHTTP2 { peer in
                guard let head = peer.next(.headers) else { return }
                let body = Self.body(of: head.stream, on: peer)
                peer.answer(head, "\(body)")
                peer.answer()
            }
            let transport = try transport(continueTimeout: .milliseconds(50))
            let heard = try await transport.hear(put(server, byteCount: 100_000, expects: true))
            #expect(heard.text == "(byteCount: 100000, wasReset: false)", "\(heard)")
        }

        @Test(arguments: [302, 413, 503])
        func anyStatusFrom300OnEndsTheUpload(status: Int) async throws {  // EN17, EN36
            let wasReset = Locked(false)
            let server = try RawServer.ofHTTP2 { peer in
                guard let head = peer.next(.headers), peer.next(.data) != nil else { return }
                peer.send([.head(head.stream, [(":status", "\(status)")]), .data(head.stream, "ear")])
                // The rest arrives while the body is no longer sent.
                peer.peer.pause(milliseconds: 20)
                peer.send([.data(head.stream, "ly", isEnd: true)])
                let body = Self.body(of: head.stream, on: peer)
                wasReset.withLock { $0 = body.wasReset }
                peer.answer()
            }
            let isReleased = Locked(false)
            let body = Body.stream {
                let probe = Probe { isReleased.withLock { $0 = true } }
                return AsyncStream(unfolding: { () -> Data? in withExtendedLifetime(probe) { Data(count: 1_000) } })
            }
            let transport = try transport()
            let heard = try await transport.hear(RequestBuilder(.put, server.url()).body(body).build())
            #expect(heard.isWhole && heard.status == status && heard.text == "early", "\(heard)")
            #expect(await eventually { isReleased.withLock { $0 } })
            #expect(await eventually { wasReset.withLock { $0 } })
            let next = try await transport.hear(.get(server.url()))
            #expect(next.text == "ok" && next.metrics?.reusedConnection == true, "\(next)")
        }

        @Test(arguments: [true, false])
        func aConnectionThatEndsReleasesItsRequests(isViolated: Bool) async throws {  // N3
            let server = try RawServer.ofHTTP2 { peer in
                guard peer.next(.headers) != nil, isViolated else { return }
                peer.send([HTTP2Frame(.ping, [1])])
                peer.peer.drain()
            }
            let isReleased = Locked(false)
            do {
                let probe = Probe { isReleased.withLock { $0 = true } }
                let body = Body.stream {
                    AsyncStream(unfolding: { () -> Data? in withExtendedLifetime(probe) { Data(count: 1_000) } })
                }
                let heard = try await transport().hear(RequestBuilder(.put, server.url()).body(body).build())
                #expect(heard.error?.kind == (isViolated ? .invalidResponse : .connectionLost), "\(heard)")
            }
            #expect(await eventually { isReleased.withLock { $0 } })
        }

        @Test func aWholeSuccessIsDeliveredIfTheServerReadsNoMoreOfTheBody() async throws {  // EN17, EN36
            let server = try RawServer.ofHTTP2 { peer in
                guard let head = peer.next(.headers) else { return }
                // The window of the stream is never enlarged.
                peer.answer(head)
                guard peer.next(.reset)?.stream == head.stream else { return }
                peer.answer()
            }
            let transport = try transport()
            let heard = try await transport.hear(put(server, byteCount: 1_000_000))
            #expect(heard.isWhole && heard.text == "ok", "\(heard)")
            let next = try await transport.hear(.get(server.url()))
            #expect(next.text == "ok" && next.metrics?.reusedConnection == true, "\(next)")
        }

        @Test(arguments: [10, 50, 100], [true, false])
        func aSourceOfTheWrongLengthResetsItsStream(piece: Int, isLong: Bool) async throws {  // EN15, EN36, TC-45
            let received = Locked<Int?>(nil)
            let server = try RawServer.ofHTTP2 { peer in
                guard let head = peer.next(.headers) else { return }
                let body = Self.body(of: head.stream, on: peer)
                received.withLock { $0 = body.wasReset ? body.byteCount : 1_000 }
                peer.answer()
            }
            let count = isLong ? 200 / piece : 100 / piece - 1
            let body = Body.stream(byteCount: 100) {
                AsyncStream { continuation in
                    for _ in 0..<count { continuation.yield(Data(count: piece)) }
                    continuation.finish()
                }
            }
            let transport = try transport()
            let heard = try await transport.hear(RequestBuilder(.put, server.url()).body(body).build())
            #expect(heard.error?.kind == .bodyUnavailable, "\(heard)")
            #expect(await eventually { received.withLock { $0 } != nil })
            #expect(received.withLock { $0 ?? 100 } < 100)
            #expect(try await transport.hear(.get(server.url())).metrics?.reusedConnection == true)
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
