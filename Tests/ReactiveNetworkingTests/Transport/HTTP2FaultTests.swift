#if os(Linux)
    import Foundation
    import ReactiveNetworking
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

        @Test(arguments: ["refuse"], [HTTP.Method.get, .post])
        func aRefusedStreamIsSentAgain(scenario: String, method: HTTP.Method) async throws {  // N7
            let server = try await server(scenario)
            let request = RequestBuilder(method, server.url).build()
            #expect(try await SecureClient().text(of: request) == "ok")
            #expect(server.requestCount == 2)
        }

        @Test func repeatableRequestsAreSentAgainAfterGoaway() async throws {  // N7
            let server = try await server("goawayBelow")
            #expect(try await SecureClient().text(server.url) == "ok")
            #expect(server.requestCount == 2)
            // libcurl does not report which streams the server refused: a POST may have been processed.
            let other = try await self.server("goawayBelow")
            let error = await (try SecureClient()).failure(of: .post(other.url))?.transportError
            #expect(error?.kind == .connectionLost)
            #expect(other.requestCount == 1)
        }

        @Test func aRefusedPostIsSentAgainWithItsWholeBody() async throws {  // N7
            let server = try await server("refuse")
            let request = RequestBuilder(.post, server.url).data(Data(count: 10_000)).build()
            #expect(try await SecureClient().text(of: request) == "ok")
            #expect(server.requestCount == 2)
        }

        @Test func refusedStreamsAreRetriedUpToTheLimit() async throws {  // N6
            let server = try await server("refuseAlways")
            let client = try SecureClient()
            let error = await client.failure(of: .post(server.url))?.transportError
            #expect(error?.kind == .connectionLost, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 3)
        }

        @Test(arguments: ["cancel", "internal"])
        func aResetIsALostConnection(scenario: String) async throws {  // N7
            let server = try await server(scenario)
            let poster = try SecureClient()
            let error = await poster.failure(of: .post(server.url))?.transportError
            #expect(error?.kind == .connectionLost, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == true)
            #expect(server.requestCount == 1)
            let getter = try SecureClient()
            #expect(await getter.transportError(server.url)?.kind == .connectionLost)
            #expect(getter.attemptCount == 3)
            #expect(server.requestCount == 4)
        }

        @Test func aResetDuringTheBodyIsATruncation() async throws {
            let server = try await server("resetInBody")
            let error = await (try SecureClient()).failure(of: .post(server.url))?.transportError
            // libcurl does not deliver bytes that arrived together with the reset.
            #expect([.truncatedResponse, .connectionLost].contains(error?.kind), "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == true)
            #expect(server.requestCount == 1)
        }

        @Test(arguments: ["goawayAbove", "goawayInBody", "trailers"])
        func responsesAfterGoawayOrWithTrailersAreAccepted(scenario: String) async throws {
            let server = try await server(scenario)
            let client = try SecureClient()
            for _ in 1...3 { #expect(try await client.text(of: .post(server.url)) == "ok") }
            #expect(server.requestCount == 3)
        }

        @Test(arguments: ["settingsFlood", "pingFlood", "window", "silence"])
        func theDeadlineAppliesToAServerThatSendsOnlyControlFrames(scenario: String) async throws {  // N11
            let server = try await server(scenario)
            let request = RequestBuilder(.post, server.url).data(Data(count: 10)).build()
            let client = try SecureClient()
            let watch = Stopwatch()
            let error = await client.failure(of: request, abortAfter: .milliseconds(700))
            #expect(try #require(client.elapsed) < watch.atMost(.seconds(5)))
            switch error {
            case .timedOut?: break
            case let error?: #expect(error.transportError?.kind == .connectionLost, "\(error)")
            case nil: Issue.record("it succeeded")
            }
        }

        @Test func bytesThatAreNotHTTP2AreAnError() async throws {
            let server = try await server("garbage")
            let client = try SecureClient()
            let error = await client.failure(of: .post(server.url))?.transportError
            #expect(error?.kind == .connectionLost || error?.kind == .invalidResponse, "\(String(describing: error))")
            #expect(server.requestCount == 1)
        }
    }
#endif
