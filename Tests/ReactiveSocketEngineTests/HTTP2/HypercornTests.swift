#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Tests that an independent server understands the requests of this library over HTTP/2 (EN36).
    @Suite(.enabled(if: Hypercorn.isInstalled && NGHTTP2.loaded != nil, "hypercorn is not there"), .serialized)
    struct HypercornTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func transport() throws -> SocketTransport {
            try .keeping {
                $0.tls.trust = .file(certificates.authority.certificate)
                $0.httpVersion = .http2WithPriorKnowledge
                $0.cookies = .inMemory
            }
        }

        private func answer(_ request: Request, over transport: SocketTransport) async throws -> JSONValue {
            let heard = try await transport.hear(request)
            #expect(heard.isWhole && heard.metrics?.protocolVersion == "HTTP/2", "\(heard)")
            return try JSONDecoder().decode(JSONValue.self, from: heard.body)
        }

        @Test(arguments: [true, false])
        func aRequestArrivesAsSentOverHTTP2(isSecure: Bool) async throws {  // EN36, EN38
            let server = try await Hypercorn(isSecure ? certificates["server"] : nil)
            let transport = try transport()
            let request = RequestBuilder(.get, server.url("/a%20b/c?d=e%26&f")).header("X-Own", "A \u{E9} b").build()
            let first = try await answer(request, over: transport)
            #expect(first["version"] == "2" && first["method"] == "GET")
            #expect(first["scheme"] == .string(isSecure ? "https" : "http"))
            #expect(first["path"] == "/a%20b/c" && first["query"] == "d=e%26&f")
            let second = try await answer(request, over: transport)
            let fields: [JSONValue] = if case .array(let fields)? = second["fields"] { fields } else { [] }
            // The server reads the bytes as Latin-1.
            #expect(fields.contains(["x-own", "A \u{C3}\u{A9} b"]))
            #expect(fields.contains(["cookie", "a=1; b=2"]))
            #expect(!fields.contains { $0[0] == "connection" || $0[0] == "transfer-encoding" })
        }

        @Test(arguments: [true, false], [0, 1, 70_000, 2_000_000])
        func aBodyArrivesWhole(isSecure: Bool, count: Int) async throws {  // EN15, EN33
            let server = try await Hypercorn(isSecure ? certificates["server"] : nil)
            let transport = try transport()
            let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 1) })
            let builder = RequestBuilder(.post, server.url("/"))
            let stream = Body.stream { AsyncStream(pieces: body) }
            var digests: Set<String> = []
            for request in [builder.data(body).build(), builder.body(stream).build()] {
                let answer = try await answer(request, over: transport)
                #expect(answer["size"] == .integer(Int64(count)))
                if case .string(let digest)? = answer["digest"] { digests.insert(digest) }
            }
            #expect(digests == [SHA256.digest(of: body).map { String(format: "%02x", $0) }.joined()])
        }

        @Test(arguments: [true, false])
        func manyRequestsAtOnceAreAllAnswered(isSecure: Bool) async throws {  // EN33
            let server = try await Hypercorn(isSecure ? certificates["server"] : nil)
            let transport = try transport()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let answer = try await answer(.get(server.url("/\(number)")), over: transport)
                        #expect(answer["path"] == .string("/\(number)"))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
#endif
