#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// HTTP/2 with a server that violates the protocol or sends GOAWAY during requests.
    @Suite(.enabled(if: FrameServer.isInstalled)) struct HTTP2FaultTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func server(_ scenario: String) async throws -> FrameServer {
            try await FrameServer(certificates["server"], scenario)
        }

        @Test(arguments: Wire.sound, [HTTP.Method.get, .post])
        func aRefusedStreamIsSentAgain(wire: Wire, method: HTTP.Method) async throws {  // N7, EN34
            let server = try await server("refuse")
            let request = RequestBuilder(method, server.url).build()
            #expect(try await SecureClient(wire).text(of: request) == "ok")
            #expect(server.requestCount == 2)
        }

        @Test(arguments: Wire.sound)
        func repeatableRequestsAreSentAgainAfterGoaway(wire: Wire) async throws {  // N7, EN34
            let server = try await server("goawayBelow")
            #expect(try await SecureClient(wire).text(server.url) == "ok")
            #expect(server.requestCount == 2)
        }

        @Test func aPostAboveTheLastStreamOfGoawayIsSentAgain() async throws {  // EN34, TC-71
            let server = try await server("goawayBelow")
            let client = try SecureClient(.sockets)
            #expect(try await client.text(of: .post(server.url)) == "ok")
            #expect(server.requestCount == 2)
            #expect(client.attemptCount == 1)
        }

        @Test(arguments: Wire.sound)
        func aRefusedPostIsSentAgainWithItsWholeBody(wire: Wire) async throws {  // N7, EN34
            let server = try await server("refuse")
            let request = RequestBuilder(.post, server.url).data(Data(count: 10_000)).build()
            #expect(try await SecureClient(wire).text(of: request) == "ok")
            #expect(server.requestCount == 2)
        }

        @Test(arguments: Wire.sound)
        func refusedStreamsAreRetriedUpToTheLimit(wire: Wire) async throws {  // N6, EN34, TC-71
            let server = try await server("refuseAlways")
            let client = try SecureClient(wire)
            let error = await client.failure(of: .post(server.url))?.cause(as: TransportError.self)
            #expect(error?.kind == .connectionLost, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 3)
            // The engine sends each attempt twice.
            #expect(server.requestCount == 6)
        }

        @Test(arguments: Wire.sound, ["cancel", "internal"])
        func aResetIsALostConnection(wire: Wire, scenario: String) async throws {  // N7, EN34
            let server = try await server(scenario)
            let poster = try SecureClient(wire)
            let error = await poster.failure(of: .post(server.url))?.cause(as: TransportError.self)
            #expect(error?.kind == .connectionLost, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == true)
            #expect(server.requestCount == 1)
            let getter = try SecureClient(wire)
            #expect(await getter.transportError(server.url)?.kind == .connectionLost)
            #expect(getter.attemptCount == 3)
            #expect(server.requestCount == 4)
        }

        @Test(arguments: Wire.sound)
        func aResetDuringTheBodyIsATruncation(wire: Wire) async throws {  // EN34
            let server = try await server("resetInBody")
            let error = await (try SecureClient(wire)).failure(of: .post(server.url))?.cause(as: TransportError.self)
            #expect(error?.kind == .truncatedResponse, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == true)
            #expect(server.requestCount == 1)
        }

        @Test(arguments: Wire.sound, ["goawayAbove", "goawayInBody", "trailers"])
        func responsesAfterGoawayOrWithTrailersAreAccepted(wire: Wire, scenario: String) async throws {
            let server = try await server(scenario)
            let client = try SecureClient(wire)
            for _ in 1...3 { #expect(try await client.text(of: .post(server.url)) == "ok") }
            #expect(server.requestCount == 3)
        }

        @Test(arguments: Wire.sound) func trailersOverHTTP2AreThoseOverHTTP1(wire: Wire) async throws {  // AD17
            let loopback = try LoopbackServer()
            loopback.on(
                "/",
                LoopbackServer.Reply.chunked([.init("ok")]).trailer("digest", "x").trailer("set-cookie", "a=b")
            )
            let server = try await server("trailers")
            let client = try SecureClient(wire) { $0.cookies = .inMemory }
            for _ in 1...2 {
                let second = try await client.transport.hear(.get(server.url))
                let first = try await client.transport.hear(.get("http://localhost:\(loopback.port)/"))
                #expect(second.headers.isEmpty)
                #expect(!first.headers.contains("digest") && !first.headers.contains("set-cookie"))
                #expect([first.text, second.text] == ["ok", "ok"])
                #expect([first.trailers, second.trailers] == [["digest": "x", "set-cookie": "a=b"], first.trailers])
            }
            #expect(loopback.requests.allSatisfy { $0.header("Cookie") == nil })
        }

        @Test(
            arguments: Wire.sound,
            ["settingsFlood", "pingFlood", "window", "silence", "emptyData", "continuation"]
        )
        func theDeadlineAppliesToAnHTTP2ServerThatSendsNoResponse(
            wire: Wire,
            scenario: String
        ) async throws {  // N11, EN35, TC-75
            let server = try await server(scenario)
            let request = RequestBuilder(.post, server.url).data(Data(count: 10)).build()
            let client = try SecureClient(wire)
            let watch = Stopwatch()
            let error = await client.failure(of: request, abortAfter: .milliseconds(700))
            #expect(try #require(client.elapsed) < watch.atMost(.seconds(5)))
            switch error {
            case .timedOut?: break
            case let error?:
                let kind = error.cause(as: TransportError.self)?.kind
                #expect(kind == .connectionLost || kind == .invalidResponse, "\(error)")
            case nil: Issue.record("it succeeded")
            }
        }

        @Test(arguments: Wire.sound)
        func bytesThatAreNotHTTP2AreAnError(wire: Wire) async throws {
            let server = try await server("garbage")
            let client = try SecureClient(wire)
            let error = await client.failure(of: .post(server.url))?.cause(as: TransportError.self)
            #expect(error?.kind == .connectionLost || error?.kind == .invalidResponse, "\(String(describing: error))")
            #expect(server.requestCount == 1)
        }
    }
#endif
