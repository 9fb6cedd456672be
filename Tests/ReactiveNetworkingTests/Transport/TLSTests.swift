#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting
    import Testing

    /// Trust over TLS, and the errors for untrusted servers.
    @Suite(.enabled(if: Nginx.isInstalled)) struct TLSTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        @Test func aServerOfACustomAuthorityIsTrusted() async throws {
            let server = try await Nginx(certificates["server"])
            let system = try SecureClient { $0.tls.trust = .systemAndFile(certificates.authority.certificate) }
            for client in [try SecureClient(), system] {
                for host in ["localhost", "127.0.0.1", "api.localhost"] {
                    #expect(try await client.text(server.url(host: host)) == "ok")
                }
            }
        }

        @Test func theSystemDoesNotTrustACustomAuthority() async throws {
            let server = try await Nginx(certificates["server"])
            let client = try SecureClient { $0.tls.trust = .system }
            let error = await client.transportError(server.url())
            #expect(error?.kind == .untrustedCertificate)
            #expect(client.attemptCount == 1)
            #expect(try await server.served() == [])
        }

        @Test(arguments: ["expired", "notYetValid", "selfSigned", "unknownAuthority"])
        func aDevelopmentHostMayHaveAnyCertificateThatNamesIt(name: String) async throws {
            let server = try await Nginx(certificates[name])
            let client = try SecureClient { $0.tls.unverifiedHosts = ["LOCALHOST"] }
            #expect(try await client.text(server.url()) == "ok")
            // No other host, not even on the same server.
            #expect(await client.transportError(server.url(host: "127.0.0.1"))?.kind == .untrustedCertificate)
            #expect(try await server.served().count == 1)
        }

        @Test func trustForADevelopmentHostDoesNotExtendToOtherHosts() async throws {
            let server = try await Nginx(certificates["wrongHost"])
            let client = try SecureClient { $0.tls.unverifiedHosts = ["localhost"] }
            #expect(await client.transportError(server.url())?.kind == .untrustedCertificate)
            #expect(try await server.served() == [])
        }

        @Test(arguments: [
            "wrongHost", "expired", "notYetValid", "selfSigned", "unknownAuthority", "missingIntermediate",
        ])
        func aBadCertificateIsNotTrustedAndNothingIsSent(name: String) async throws {
            let server = try await Nginx(certificates[name])
            let trusts: [TLSPolicy.Trust] = [
                .file(certificates.authority.certificate), .systemAndFile(certificates.authority.certificate),
            ]
            for trust in trusts {
                let client = try SecureClient { $0.tls.trust = trust }
                for request in [Request.get(server.url("/secret")), .post(server.url("/secret"))] {
                    let error = await client.failure(of: request)?.transportError
                    #expect(error?.kind == .untrustedCertificate, "\(String(describing: error))")
                    #expect(error?.mayHaveReachedServer == false)
                    #expect(error?.host == "localhost")
                    #expect(error?.detail?.isEmpty == false)
                }
                #expect(client.attemptCount == 2)  // one for each request: none is retried
            }
            #expect(try await server.served() == [])
        }

        @Test func aChainMayHaveAnIntermediate() async throws {
            let server = try await Nginx(certificates["complete"])
            #expect(try await SecureClient().text(server.url()) == "ok")
        }

        @Test func theHostIsCheckedForIPAddresses() async throws {
            let server = try await Nginx(certificates["wrongHost"])
            let error = try await SecureClient().transportError(server.url(host: "127.0.0.1"))
            #expect(error?.kind == .untrustedCertificate)
            #expect(try await server.served() == [])
        }

        @Test func aConnectionIsNotReusedForAHostThatItsCertificateDoesNotName() async throws {
            let server = try await Nginx(certificates["server"])
            let client = try SecureClient()
            #expect(try await client.text(server.url()) == "ok")
            #expect(await client.transportError(server.url(host: "www.localhost"))?.kind == .untrustedCertificate)
            #expect(try await server.served().count == 1)
        }

        @Test func aServerWithOnlyOldTLSVersionsIsRejected() async throws {
            let options = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
            let server = try await OpenSSLServer(certificates["server"], options[0], options[1], options[2])
            let client = try SecureClient()
            let error = await client.transportError(server.url)
            #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 1)
        }

        @Test func theMinimumTLSVersionIsEnforced() async throws {
            let old = try await Nginx(certificates["server"], "ssl http2", "ssl_protocols TLSv1.2;")
            let new = try await Nginx(certificates["server"], "ssl http2", "ssl_protocols TLSv1.3;")
            let demanding = try SecureClient { $0.tls.minimumVersion = .tls13 }
            #expect(await demanding.transportError(old.url())?.kind == .handshakeRefused)
            #expect(demanding.attemptCount == 1)
            #expect(try await demanding.text(new.url()) == "ok")
            #expect(try await SecureClient().text(old.url()) == "ok")
            #expect(try await old.served().count == 1)
        }

        @Test(arguments: ["early", "hello", "reset"])
        func anInterruptedHandshakeIsRetriedEvenForAPost(scenario: String) async throws {  // N7
            let server = try await FrameServer(certificates["server"], scenario)
            let client = try SecureClient()
            let error = await client.failure(of: .post(server.url))?.transportError
            #expect(error?.kind == .handshakeFailed, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 3)
        }

        @Test func aTLSAlertIsARefusedHandshake() async throws {
            let certificate = certificates["server"]
            // The server has no RSA key.
            let servers = [
                try await OpenSSLServer(certificate, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"),
                try await OpenSSLServer(certificate, "-alpn", "foo"),
            ]
            for server in servers {
                let client = try SecureClient()
                let error = await client.transportError(server.url)
                #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
                #expect(error?.mayHaveReachedServer == false)
                #expect(client.attemptCount == 1)
            }
        }

        @Test func aServerWithoutTLSIsRejected() async throws {
            let server = try await Nginx(certificates["server"], "")
            let client = try SecureClient()
            let error = await client.transportError(server.url())
            #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
            #expect(client.attemptCount == 1)
        }

        @Test func aSilentServerIsNotATLSError() async throws {
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            let server = try LoopbackServer(configuration)
            let client = try SecureClient { $0.connectTimeout = .milliseconds(100) }
            let error = await client.transportError("https://127.0.0.1:\(server.port)/")
            #expect(error?.kind == .connectTimedOut)
        }

        @Test func aServerWithoutHTTP2IsReachedOverHTTP1() async throws {
            let server = try await Nginx(certificates["server"], "ssl")
            #expect(try await SecureClient().text(server.url()) == "ok")
            #expect(try await server.served().map(\.version) == ["HTTP/1.1"])
        }
    }
#endif
