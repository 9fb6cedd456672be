#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// HTTP/2 with the server of nghttp2, over TLS and with prior knowledge (EN32).
    @Suite(.enabled(if: NGHTTPD.isInstalled && NGHTTP2.loaded != nil), .serialized) struct NGHTTPDTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func transport() throws -> SocketTransport {
            try .keeping {
                $0.tls.trust = .file(certificates.authority.certificate)
                $0.httpVersion = .http2WithPriorKnowledge
            }
        }

        /// Options that change the frames of the server.
        private static let options: [[String]] = [
            [], ["--padding=255"], ["--window-bits=10", "--connection-window-bits=10"], ["--header-table-size=0"],
            ["--max-concurrent-streams=3"], ["--trailer", "a: b"], ["--early-response"], ["--workers=4"],
        ]

        @Test(arguments: options, [true, false])
        func filesOfAnySizeArriveWhole(options: [String], isSecure: Bool) async throws {  // EN32, EN33
            let server = try await NGHTTPD(isSecure ? certificates["server"] : nil, options)
            let bodies = [0, 1, 16_384, 16_385, 3_000_000].map { count in
                Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            }
            for (number, body) in bodies.enumerated() { try server.serve(body, at: "/\(number)") }
            let transport = try transport()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let heard = try await transport.hear(.get(server.url("/\(number % bodies.count)")))
                        #expect(heard.isWhole && heard.body == bodies[number % bodies.count], "\(heard.error as Any)")
                        #expect(heard.metrics?.protocolVersion == "HTTP/2")
                    }
                }
                try await group.waitForAll()
            }
            let missing = try await transport.hear(.get(server.url("/missing")))
            #expect(missing.isWhole && missing.status == 404)
            let head = try await transport.hear(RequestBuilder(.head, server.url("/4")).build())
            #expect(head.isWhole && head.body.isEmpty && head.headers["Content-Length"] == "3000000")
            #expect(options.contains { $0.hasPrefix("--max") } || server.connectionCount == 1)
        }

        @Test(arguments: [[], ["--window-bits=10", "--connection-window-bits=10"], ["--padding=255"]], [true, false])
        func uploadsAreEchoedUnchanged(options: [String], isSecure: Bool) async throws {  // EN15, EN33
            let server = try await NGHTTPD(isSecure ? certificates["server"] : nil, options + ["--echo-upload"])
            let transport = try transport()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for count in [1, 100, 65_535, 200_000, 1_000_000] {
                    let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 17 >> 2) })
                    let stream = Body.stream { AsyncStream(pieces: body) }
                    let builder = RequestBuilder(.post, server.url("/"))
                    for request in [builder.data(body).build(), builder.body(stream).build()] {
                        group.addTask {
                            let heard = try await transport.hear(request)
                            #expect(heard.isWhole && heard.body == body, "\(heard.error as Any)")
                            #expect(heard.metrics?.sentByteCount == Int64(count))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    extension AsyncStream<Data> {
        /// A stream of one piece.
        init(pieces data: Data) {
            self.init { continuation in
                continuation.yield(data)
                continuation.finish()
            }
        }
    }
#endif
