#if os(Linux)
    import Foundation
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking

    /// Servers that choose HTTP/2, which is left to libcurl.
    @Suite(.enabled(if: Nginx.isInstalled)) struct HTTP2HandoverTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func network(_ version: SocketTransport.HTTPVersion = .automatic) throws -> Network {
            var sockets = SocketTransport.Configuration()
            sockets.keepConnections()
            sockets.tls.trust = .file(certificates.authority.certificate)
            sockets.httpVersion = version
            var curl = CurlTransport.Configuration()
            curl.keepConnections()
            curl.tls = sockets.tls
            let transport = try SocketTransport(sockets, elsewhere: try CurlTransport(curl))
            return Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        }

        @Test func allExchangesOfAnOriginWithHTTP2GoElsewhere() async throws {  // EN30, TC-67
            let server = try await Nginx(certificates["server"])
            let network = try network()
            await withTaskGroup(of: OperationError?.self) { group in
                for _ in 1...100 { group.addTask { await network.failure(.get(server.url())) } }
                for await error in group { #expect(error == nil) }
            }
            let served = try await server.served()
            #expect(served.count == 100)
            #expect(served.allSatisfy { $0.version == "HTTP/2.0" })
        }

        @Test func anOriginWithoutHTTP2Stays() async throws {  // EN30
            let server = try await Nginx(certificates["server"], "ssl")
            let network = try network()
            for _ in 1...3 { #expect(await network.failure(.get(server.url())) == nil) }
            let served = try await server.served()
            #expect(served.map(\.version) == Array(repeating: "HTTP/1.1", count: 3))
            #expect(Set(served.map(\.connection)).count == 1)
        }

        @Test func withHTTP1AloneNothingElseIsOffered() async throws {  // EN30
            let server = try await Nginx(certificates["server"])
            #expect(await (try network(.http1)).failure(.get(server.url())) == nil)
            #expect(try await server.served().map(\.version) == ["HTTP/1.1"])
        }
    }
#endif
