#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// TLS with every server, version, and protocol.
    @Suite(.enabled(if: Nginx.isInstalled), .serialized) struct TLSMatrixTests {
        enum Peer: CaseIterable, Sendable {
            /// nginx with HTTP/2.
            case newer
            /// nginx with HTTP/1.1.
            case older
            /// `openssl s_server`, which answers with HTTP/1.0.
            case openSSL

            var version: String {
                switch self {
                case .newer: NGHTTP2.loaded == nil ? "HTTP/1.1" : "HTTP/2"
                case .older: "HTTP/1.1"
                case .openSSL: "HTTP/1.0"
                }
            }
        }

        /// A running server.
        private struct Running {
            let url: String
            let process: any Sendable
        }

        private static let versions = ["1.2", "1.3"]
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func start(_ peer: Peer, _ version: String, _ name: String, asks: Bool = false) async throws -> Running
        {
            let authority = certificates.authority.certificate
            guard peer != .openSSL else {
                let option = version == "1.2" ? "-tls1_2" : "-tls1_3"
                let server =
                    asks
                    ? try await OpenSSLServer(certificates[name], option, "-Verify", "1", "-CAfile", authority)
                    : try await OpenSSLServer(certificates[name], option)
                return Running(url: server.url, process: server)
            }
            let directives = """
                ssl_protocols TLSv\(version);
                ssl_session_cache builtin:100;
                \(asks ? "ssl_verify_client on; ssl_client_certificate \(authority);" : "")
                location = /session { return 200 $ssl_session_reused; }
                """
            let protocols = peer == .newer ? "ssl http2" : "ssl"
            let server = try await Nginx(certificates[name], protocols, directives)
            return Running(url: server.url("/session"), process: server)
        }

        private func transport(
            idleConnectionTime: Duration = .seconds(3600),
            _ change: (inout TLSPolicy) throws -> Void = { _ in }
        ) throws -> SocketTransport {
            var tls = TLSPolicy()
            tls.trust = .file(certificates.authority.certificate)
            try change(&tls)
            return try SocketTransport.keeping { [tls] in
                $0.tls = tls
                $0.idleConnectionTime = idleConnectionTime
            }
        }

        private func failure(_ server: Running, over transport: SocketTransport) async throws -> TransportError? {
            let error = try await transport.hear(.post(server.url)).error
            #expect(error?.mayHaveReachedServer == false)
            return error
        }

        @Test(arguments: Peer.allCases, versions)
        func aTrustedServerIsReachedByItsProtocol(peer: Peer, version: String) async throws {  // EN26, EN30
            let server = try await start(peer, version, "server")
            let heard = try await transport().hear(.get(server.url))
            #expect(heard.isWhole && heard.status == 200, "\(heard)")
            #expect(heard.metrics?.protocolVersion == peer.version)
        }

        @Test(arguments: Peer.allCases, versions)
        func chainNameAndDateAreChecked(peer: Peer, version: String) async throws {  // EN26, EN28, TC-55
            for name in ["unknownAuthority", "selfSigned", "wrongHost", "expired", "notYetValid"] {
                let server = try await start(peer, version, name)
                #expect(try await failure(server, over: transport())?.kind == .untrustedCertificate, "\(name)")
            }
        }

        @Test(arguments: Peer.allCases, versions)
        func keysAndWholeCertificatesMayBePinned(peer: Peer, version: String) async throws {  // EN27, TC-63
            let server = try await start(peer, version, "server")
            let (own, other) = (certificates["server"], certificates["other"])
            let right = try [(own.keyPin, other.keyPin), (own.certificatePin, other.certificatePin)]
            for (pin, backup) in right {
                let transport = try transport { $0.pins = [try PinPolicy(host: "localhost", pin, backup: backup)] }
                #expect(try await transport.hear(.get(server.url)).isWhole)
            }
            let renewed = certificates["renewed"]
            let wrong = try [(other.keyPin, other.certificatePin), (renewed.certificatePin, other.keyPin)]
            for (pin, backup) in wrong {
                let transport = try transport { $0.pins = [try PinPolicy(host: "localhost", pin, backup: backup)] }
                #expect(try await failure(server, over: transport)?.kind == .pinMismatch)
            }
        }

        @Test(arguments: Peer.allCases, versions)
        func aClientShowsItsCertificate(peer: Peer, version: String) async throws {  // EN28
            let server = try await start(peer, version, "server", asks: true)
            let client = certificates["client"]
            let transport = try transport {
                $0.clientCertificate = .init(certificatePath: client.certificate, keyPath: client.key)
            }
            let heard = try await transport.hear(.get(server.url))
            #expect(heard.isWhole && heard.status == 200, "\(heard)")
            let stranger = try await self.transport().hear(.get(server.url))
            // nginx answers such a client.
            #expect(stranger.status == 400 || stranger.error?.kind == .handshakeRefused, "\(stranger)")
        }

        @Test(arguments: Peer.allCases, versions)
        func theNextConnectionResumesTheSession(peer: Peer, version: String) async throws {  // EN27
            let server = try await start(peer, version, "server")
            let transport = try transport(idleConnectionTime: .zero)
            let first = try await transport.hear(.get(server.url))
            let second = try await transport.hear(.get(server.url))
            #expect(second.metrics?.reusedConnection == false)
            switch peer {
            case .openSSL:
                #expect(first.text.contains("New, TLSv") && second.text.contains("Reused, TLSv"), "\(second.text)")
            case .newer, .older: #expect(first.text == "." && second.text == "r", "\(first.text) \(second.text)")
            }
        }

        @Test(arguments: [Peer.newer, .older], versions)
        func aResponseThatIsCutIsTruncated(peer: Peer, version: String) async throws {  // EN24, EN29
            let origin = try LoopbackServer()
            origin.on("/cut", .cutBody(declaring: 100, sending: "half".utf8))
            let directives = """
                ssl_protocols TLSv\(version);
                location = /cut { proxy_pass http://127.0.0.1:\(origin.port); proxy_buffering off; }
                """
            let protocols = peer == .newer ? "ssl http2" : "ssl"
            let server = try await Nginx(certificates["server"], protocols, directives)
            let transport = try transport()
            let heard = try await transport.hear(.get(server.url("/cut")))
            #expect(heard.error?.kind == .truncatedResponse && heard.text == "half", "\(heard)")
            let next = try await transport.hear(.get(server.url()))
            // Only a stream has ended.
            #expect(next.text == "ok" && next.metrics?.reusedConnection == (peer.version == "HTTP/2"), "\(next)")
        }
    }
#endif
