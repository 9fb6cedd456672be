#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Connections on which a request's body was not sent completely.
    @Suite struct UnsentBodyTests {
        enum Source: CaseIterable {
            case data
            case file
            case stream
            case streamOfKnownLength
        }

        private static let byteCount = 2_000_000
        private static let early = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly"

        private func withBody(_ source: Source, _ use: (Body) async throws -> Void) async throws {
            let bytes = Data(repeating: UInt8(ascii: "b"), count: Self.byteCount)
            let chunks = { @Sendable in
                AsyncStream<Data> { continuation in
                    for start in stride(from: 0, to: bytes.count, by: 100_000) {
                        continuation.yield(bytes[start..<(start + 100_000)])
                    }
                    continuation.finish()
                }
            }
            switch source {
            case .data: try await use(.data(bytes))
            case .stream: try await use(.stream { chunks() })
            case .streamOfKnownLength: try await use(.stream(byteCount: Int64(bytes.count)) { chunks() })
            case .file:
                let file = FileManager.default.temporaryDirectory.appending(path: "unsent-\(UUID().uuidString)")
                try bytes.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                try await use(.file(file))
            }
        }

        private func upload(_ server: RawServer, _ body: Body, expects: Bool) -> Request {
            let builder = RequestBuilder(.put, server.url("/upload")).body(body)
            return (expects ? builder.header("Expect", "100-continue") : builder).build()
        }

        private func secret(_ server: RawServer) -> Request {
            RequestBuilder(.get, server.url("/next")).header("X-Secret", "c4n4ry").build()
        }

        @Test(arguments: Wire.sound, Source.allCases)
        func theNextRequestIsNotPartOfAnUnsentBody(wire: Wire, source: Source) async throws {  // EN16
            try await withBody(source) { body in
                for _ in 1...10 {
                    let server = try RawServer { peer in
                        guard peer.receiveHead() else { return }
                        peer.send(peer.number == 1 ? Self.early : Self.early.replacing("early", with: "right"))
                        peer.drain()
                    }
                    let transport = try wire.newTransport()
                    let heard = try await transport.hear(upload(server, body, expects: true))
                    #expect(heard.text == "early", "\(heard)")
                    let next = try await transport.hear(secret(server))
                    #expect(next.text == "right", "\(next)")
                    #expect(server.received[1]?.occurrences(of: "c4n4ry") == 0)
                    #expect(server.received[2]?.occurrences(of: "c4n4ry") == 1)
                }
            }
        }

        /// The server answers early, but still reads the body.
        @Test(arguments: Wire.sound, Source.allCases)
        func theNextRequestFollowsACompletelySentBody(wire: Wire, source: Source) async throws {  // EN17
            try await withBody(source) { body in
                for _ in 1...5 {
                    let server = try RawServer { peer in
                        guard peer.receiveHead() else { return }
                        peer.send(Self.early)
                        peer.drain()
                    }
                    let transport = try wire.newTransport()
                    let heard = try await transport.hear(upload(server, body, expects: false))
                    #expect(heard.text == "early", "\(heard)")
                    // On every connection, the next request does not arrive inside a body.
                    let handle = transport.exchange(try secret(server).prepared()).start()
                    #expect(await eventually { server.received.values.contains { $0.occurrences(of: "c4n4ry") > 0 } })
                    handle.dispose()
                    for bytes in server.received.values where bytes.occurrences(of: "c4n4ry") > 0 {
                        #expect(bytes.starts(with: Data("GET /next".utf8)) || bytes.bodyIsWhole(Self.byteCount))
                    }
                }
            }
        }

        @Test(arguments: Wire.sound, [300, 3_000_000])
        func noExpectHeaderIsSentByDefault(wire: Wire, byteCount: Int) async throws {  // EN16
            let server = try LoopbackServer()
            server.on("/put", LoopbackServer.Reply.text("ok").requestBody(.readWithoutContinue))
            let bytes = Data(count: byteCount)
            for body in [
                Body.data(bytes),
                .stream {
                    AsyncStream {
                        $0.yield(bytes)
                        $0.finish()
                    }
                },
            ] {
                let heard = try await wire.hear(RequestBuilder(.put, server.url("/put")).body(body).build())
                #expect(heard.text == "ok", "\(heard)")
                let received = try #require(server.requests.last)
                #expect(received.headers.values(of: "Expect") == [])
                #expect(received.body.count == byteCount)
            }
        }

        @Test(arguments: Wire.sound)
        func aConnectionIsReusedAfterACompletelySentBody(wire: Wire) async throws {
            let server = try LoopbackServer()
            server.on("*", .text("ok"))
            let transport = try wire.newTransport()
            for source in Source.allCases {
                try await withBody(source) { body in
                    let request = RequestBuilder(.put, server.url("/")).body(body).build()
                    let heard = try await transport.hear(request)
                    #expect(heard.text == "ok", "\(heard)")
                }
            }
            #expect(try await transport.hear(RequestBuilder(.post, server.url("/")).build()).text == "ok")
            #expect(server.acceptedConnectionCount == 1)
        }
    }

    extension Data {
        /// Returns a Boolean value that indicates whether a request with a body of `byteCount` letters `b` precedes any
        /// secret.
        fileprivate func bodyIsWhole(_ byteCount: Int) -> Bool {
            guard let secret = range(of: Data("GET /next".utf8)) else { return false }
            return self[..<secret.lowerBound].count { $0 == UInt8(ascii: "b") } >= byteCount
        }
    }
#endif
