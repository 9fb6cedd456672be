#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Frames that a server sends at the wrong time, or that are wrong.
    @Suite(.enabled(if: FrameServer.isInstalled && NGHTTP2.loaded != nil)) struct HTTP2HostileServerTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func server(_ scenario: String) async throws -> FrameServer {
            try await FrameServer(certificates["server"], scenario)
        }

        private func transport(
            _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
        ) throws -> SocketTransport {
            try .keeping {
                $0.tls.trust = .file(certificates.authority.certificate)
                change(&$0)
            }
        }

        @Test func aWholeResponseThatEndsDuringTheUploadIsDelivered() async throws {  // EN17, EN34, TC-69
            let server = try await server("resetAfter")
            let transport = try transport()
            let request = RequestBuilder(.post, server.url).data(Data(count: 5_000_000)).build()
            for _ in 1...2 {
                let heard = try await transport.hear(request)
                #expect(heard.isWhole && heard.text == "ok", "\(heard)")
            }
            #expect(server.connectionCount == 1)
        }

        @Test(arguments: ["wrongLength", "upperCase", "twoStatuses"])
        func aMalformedResponseEndsOnlyItsOwnStream(scenario: String) async throws {  // EN34, TC-73
            let server = try await server(scenario)
            let transport = try transport()
            let request = try Request.get(server.url).prepared()
            let heard = try await withThrowingTaskGroup(of: Heard.self) { group in
                for _ in 1...40 { group.addTask { try await transport.hear(request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(heard.filter(\.isWhole).count == 39)
            #expect(heard.compactMap(\.error?.kind) == [.invalidResponse])
            #expect(server.connectionCount == 1)
        }

        @Test func theClientKeepsToTheServersLimitOfStreams() async throws {  // EN33
            let server = try await server("limit")
            let transport = try transport()
            let request = try Request.get(server.url).prepared()
            let heard = try await withThrowingTaskGroup(of: Heard.self) { group in
                for _ in 1...40 { group.addTask { try await transport.hear(request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(heard.allSatisfy { $0.isWhole && $0.text == "ok" })
            #expect(server.excessCount == 0)
            #expect((2...8).contains(server.connectionCount))
        }

        @Test func exchangesBeyondTheLimitOfStreamsWaitIfOneConnectionIsAllowed() async throws {  // EN33
            let server = try await server("limit")
            let transport = try transport { $0.maxConnectionsPerHost = 1 }
            let request = try Request.get(server.url).prepared()
            let heard = try await withThrowingTaskGroup(of: Heard.self) { group in
                for _ in 1...40 { group.addTask { try await transport.hear(request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(heard.allSatisfy { $0.isWhole && $0.text == "ok" })
            #expect(server.excessCount == 0)
            #expect(server.connectionCount == 1)
        }

        @Test func aServerThatRequiresHTTP11IsAskedAgainOverHTTP11() async throws {  // EN34
            let server = try await server("http11Required")
            let transport = try transport()
            let request = RequestBuilder(.post, server.url).build()
            for _ in 1...3 {
                let heard = try await transport.hear(request)
                #expect(heard.isWhole && heard.text == "ok", "\(heard)")
                #expect(heard.metrics?.protocolVersion == "HTTP/1.1")
            }
            #expect(server.connectionCount == 2)
        }

        @Test func aConnectionWhoseExchangeTimedOutTakesNoFurtherExchanges() async throws {  // EN35
            let server = try await server("silentSecond")
            let network = Network(configuration: .patient, transport: try transport(), scheduler: ImmediateScheduler())
            #expect(await network.failure(.get(server.url)) == nil)
            let late = network.send(.get(server.url), abortAfter: .milliseconds(300), maxRetries: 0)
            guard case .failure(.timedOut)? = await result(of: late) else { return #expect(Bool(false)) }
            #expect(await network.failure(.get(server.url)) == nil)
            #expect(server.connectionCount == 2)
        }

        @Test func aConnectionServesFurtherExchangesAfterADisposal() async throws {  // EN35
            let server = try await server("silentSecond")
            let transport = try transport()
            let request = try Request.get(server.url).prepared()
            #expect(try await transport.hear(request).isWhole)
            let handle = transport.exchange(request).start { _ in }
            #expect(await eventually { server.requestCount == 2 })
            handle.dispose()
            #expect(try await transport.hear(request).isWhole)
            #expect(server.connectionCount == 1)
        }
    }
#endif
