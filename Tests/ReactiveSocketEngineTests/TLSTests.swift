#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Trust over TLS, and the errors for untrusted servers.
    @Suite(.enabled(if: Nginx.isInstalled)) struct TLSTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        @Test(arguments: Wire.sound)
        func aServerOfACustomAuthorityIsTrusted(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let system = try SecureClient(wire) { $0.tls.trust = .systemAndFile(certificates.authority.certificate) }
            for client in [try SecureClient(wire), system] {
                for host in ["localhost", "127.0.0.1", "api.localhost"] {
                    #expect(try await client.text(server.url(host: host)) == "ok")
                }
            }
        }

        @Test(arguments: Wire.sound) func theSystemDoesNotTrustACustomAuthority(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let client = try SecureClient(wire) { $0.tls.trust = .system }
            let error = await client.transportError(server.url())
            #expect(error?.kind == .untrustedCertificate)
            #expect(client.attemptCount == 1)
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound, ["expired", "notYetValid", "selfSigned", "unknownAuthority"])
        func aDevelopmentHostMayHaveAnyCertificateThatNamesIt(wire: Wire, name: String) async throws {
            let server = try await Nginx(certificates[name])
            let client = try SecureClient(wire) { $0.tls.unverifiedHosts = ["LOCALHOST"] }
            #expect(try await client.text(server.url()) == "ok")
            // No other host, not even on the same server.
            #expect(await client.transportError(server.url(host: "127.0.0.1"))?.kind == .untrustedCertificate)
            #expect(try await server.served().count == 1)
        }

        @Test(arguments: Wire.sound) func trustForADevelopmentHostDoesNotExtendToOtherHosts(wire: Wire) async throws {
            let server = try await Nginx(certificates["wrongHost"])
            let client = try SecureClient(wire) { $0.tls.unverifiedHosts = ["localhost"] }
            #expect(await client.transportError(server.url())?.kind == .untrustedCertificate)
            #expect(try await server.served() == [])
        }

        @Test(
            arguments: Wire.sound,
            ["wrongHost", "expired", "notYetValid", "selfSigned", "unknownAuthority", "missingIntermediate"]
        )
        func aBadCertificateIsNotTrustedAndNothingIsSent(wire: Wire, name: String) async throws {
            let server = try await Nginx(certificates[name])
            let trusts: [TLSPolicy.Trust] = [
                .file(certificates.authority.certificate), .systemAndFile(certificates.authority.certificate),
            ]
            for trust in trusts {
                let client = try SecureClient(wire) { $0.tls.trust = trust }
                for request in [Request.get(server.url("/secret")), .post(server.url("/secret"))] {
                    let error = await client.failure(of: request)?.cause(as: TransportError.self)
                    #expect(error?.kind == .untrustedCertificate, "\(String(describing: error))")
                    #expect(error?.mayHaveReachedServer == false)
                    #expect(error?.host == "localhost")
                    #expect(error?.detail?.isEmpty == false)
                }
                #expect(client.attemptCount == 2)  // one for each request: none is retried
            }
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound) func aChainMayHaveAnIntermediate(wire: Wire) async throws {
            let server = try await Nginx(certificates["complete"])
            #expect(try await SecureClient(wire).text(server.url()) == "ok")
        }

        @Test(arguments: Wire.sound) func theHostIsCheckedForIPAddresses(wire: Wire) async throws {
            let server = try await Nginx(certificates["wrongHost"])
            let error = try await SecureClient(wire).transportError(server.url(host: "127.0.0.1"))
            #expect(error?.kind == .untrustedCertificate)
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound)
        func aConnectionIsNotReusedForAHostThatItsCertificateDoesNotName(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let client = try SecureClient(wire)
            #expect(try await client.text(server.url()) == "ok")
            #expect(await client.transportError(server.url(host: "www.localhost"))?.kind == .untrustedCertificate)
            #expect(try await server.served().count == 1)
        }

        @Test(arguments: Wire.sound) func aServerWithOnlyOldTLSVersionsIsRejected(wire: Wire) async throws {
            let options = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
            let server = try await OpenSSLServer(certificates["server"], options[0], options[1], options[2])
            let client = try SecureClient(wire)
            let error = await client.transportError(server.url)
            #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 1)
        }

        @Test(arguments: Wire.sound) func theMinimumTLSVersionIsEnforced(wire: Wire) async throws {
            let old = try await Nginx(certificates["server"], "ssl http2", "ssl_protocols TLSv1.2;")
            let new = try await Nginx(certificates["server"], "ssl http2", "ssl_protocols TLSv1.3;")
            let demanding = try SecureClient(wire) { $0.tls.minimumVersion = .tls13 }
            #expect(await demanding.transportError(old.url())?.kind == .handshakeRefused)
            #expect(demanding.attemptCount == 1)
            #expect(try await demanding.text(new.url()) == "ok")
            #expect(try await SecureClient(wire).text(old.url()) == "ok")
            #expect(try await old.served().count == 1)
        }

        @Test(arguments: Wire.sound, ["early", "hello", "reset"])
        func anInterruptedHandshakeIsRetriedEvenForAPost(wire: Wire, scenario: String) async throws {  // N7
            let server = try await FrameServer(certificates["server"], scenario)
            let client = try SecureClient(wire)
            let error = await client.failure(of: .post(server.url))?.cause(as: TransportError.self)
            #expect(error?.kind == .handshakeFailed, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 3)
        }

        @Test(arguments: Wire.sound) func aTLSAlertIsARefusedHandshake(wire: Wire) async throws {
            let certificate = certificates["server"]
            // The server has no RSA key.
            let servers = [
                try await OpenSSLServer(certificate, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"),
                try await OpenSSLServer(certificate, "-alpn", "foo"),
            ]
            for server in servers {
                let client = try SecureClient(wire)
                let error = await client.transportError(server.url)
                #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
                #expect(error?.mayHaveReachedServer == false)
                #expect(client.attemptCount == 1)
            }
        }

        @Test(arguments: Wire.sound) func aServerWithoutTLSIsRejected(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"], "")
            let client = try SecureClient(wire)
            let error = await client.transportError(server.url())
            #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
            #expect(client.attemptCount == 1)
        }

        @Test(arguments: Wire.sound) func aSilentServerIsNotATLSError(wire: Wire) async throws {
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            let server = try LoopbackServer(configuration)
            let client = try SecureClient(wire) { $0.connectTimeout = .milliseconds(100) }
            let error = await client.transportError("https://127.0.0.1:\(server.port)/")
            #expect(error?.kind == .connectTimedOut)
        }

        @Test(arguments: Wire.sound) func aServerWithoutHTTP2IsReachedOverHTTP1(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"], "ssl")
            #expect(try await SecureClient(wire).text(server.url()) == "ok")
            #expect(try await server.served().map(\.version) == ["HTTP/1.1"])
        }
    }
#endif
