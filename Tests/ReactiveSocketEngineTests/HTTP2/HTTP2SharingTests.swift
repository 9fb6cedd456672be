#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Exchanges that share a connection.
    @Suite(.enabled(if: Nginx.isInstalled && NGHTTP2.loaded != nil)) struct HTTP2SharingTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func transport(
            _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
        ) throws -> SocketTransport {
            try .keeping {
                $0.tls.trust = .file(certificates.authority.certificate)
                change(&$0)
            }
        }

        private func network(
            _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
        ) throws -> Network {
            Network(configuration: .patient, transport: try transport(change), scheduler: ImmediateScheduler())
        }

        @Test func theExchangesOfAnOriginHaveOneConnection() async throws {  // EN33, TC-67
            let server = try await Nginx(certificates["server"])
            let network = try network()
            await withTaskGroup(of: OperationError?.self) { group in
                for _ in 1...100 { group.addTask { await network.failure(.get(server.url())) } }
                for await error in group { #expect(error == nil) }
            }
            let served = try await server.served()
            #expect(served.count == 100)
            #expect(served.allSatisfy { $0.version == "HTTP/2.0" })
            #expect(Set(served.map(\.connection)).count == 1)
        }

        @Test func anOriginWithoutHTTP2HasConnectionsOfItsOwnKind() async throws {  // EN30
            let server = try await Nginx(certificates["server"], "ssl")
            let network = try network()
            for _ in 1...3 { #expect(await network.failure(.get(server.url())) == nil) }
            let served = try await server.served()
            #expect(served.map(\.version) == Array(repeating: "HTTP/1.1", count: 3))
            #expect(Set(served.map(\.connection)).count == 1)
        }

        @Test func onlyHTTP1IsOfferedIfHTTP2IsTurnedOff() async throws {  // EN30
            let server = try await Nginx(certificates["server"])
            #expect(await (try network { $0.httpVersion = .http1 }).failure(.get(server.url())) == nil)
            #expect(try await server.served().map(\.version) == ["HTTP/1.1"])
        }

        @Test func theMetricsNameTheProtocol() async throws {  // EN24
            let server = try await Nginx(certificates["server"])
            let transport = try transport()
            let first = try await transport.hear(.get(server.url()))
            #expect(first.isWhole && first.text == "ok" && first.status == 200)
            #expect(first.metrics?.protocolVersion == "HTTP/2")
            #expect(first.metrics?.reusedConnection == false)
            #expect(first.metrics?.secureConnect != nil)
            #expect(first.metrics?.remotePort == server.port)
            #expect(first.metrics?.receivedByteCount == 2)
            let second = try await transport.hear(.get(server.url()))
            #expect(second.metrics?.reusedConnection == true)
            #expect(second.metrics?.secureConnect == nil)
        }

        @Test func anIdleConnectionGivesWayToAnotherHost() async throws {  // EN10
            let server = try await Nginx(certificates["server"])
            let other = try LoopbackServer()
            other.on("/", .text("other"))
            let network = try network { $0.maxConnections = 1 }
            for _ in 1...3 {
                #expect(await network.failure(.get(server.url())) == nil)
                #expect(await network.failure(.get(other.url("/"))) == nil)
            }
            #expect(Set(try await server.served().map(\.connection)).count == 3)
        }

        @Test func idleConnectionsExpire() async throws {  // EN11
            let server = try await Nginx(certificates["server"])
            let network = try network { $0.idleConnectionTime = .zero }
            for _ in 1...3 { #expect(await network.failure(.get(server.url())) == nil) }
            #expect(Set(try await server.served().map(\.connection)).count == 3)
        }

        @Test func aTransportThatIsReleasedClosesItsConnection() async throws {
            let server = try await Nginx(certificates["server"])
            weak var released: SocketTransport?
            do {
                let transport = try transport()
                released = transport
                #expect(try await transport.hear(.get(server.url())).isWhole)
            }
            #expect(await eventually { released == nil })
        }

        @Test func manyExchangesBeyondTheLimitOfTheHostWait() async throws {  // EN33
            let server = try await Nginx(certificates["server"])
            let network = try network { $0.maxStreamsPerHost = 3 }
            await withTaskGroup(of: OperationError?.self) { group in
                for _ in 1...60 { group.addTask { await network.failure(.get(server.url())) } }
                for await error in group { #expect(error == nil) }
            }
            let served = try await server.served()
            #expect(served.count == 60)
            #expect(Set(served.map(\.connection)).count == 1)
        }

        @Test func exchangesDisposedOfAtAnyPointLeaveTheConnectionUsable() async throws {  // N3, EN35
            let origin = try LoopbackServer()
            origin.on("/origin/", .text(String(repeating: "x", count: 100_000)))
            let location = "location /origin/ { proxy_pass http://127.0.0.1:\(origin.port); }"
            let server = try await Nginx(certificates["server"], "ssl http2", location)
            let transport = try transport()
            let request = try Request.get(server.url("/origin/")).prepared()
            for round in 0..<200 {
                let handle = transport.exchange(request).start { _ in }
                for _ in 0..<(round % 20) { await Task.yield() }
                handle.dispose()
            }
            let heard = try await transport.hear(request)
            #expect(heard.isWhole && heard.body.count == 100_000)
        }
    }
#endif
