#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct TLSTrustTests {
        private let odd: OddCertificates
        private var usual: Certificates { odd.usual }

        init() async throws {
            odd = try await OddCertificates.made()
        }

        private func handshake(
            _ identity: Certificates.Identity,
            _ version: TLSTestServer.Version = .tls13,
            host: String = "localhost",
            with policy: TLSPolicy? = nil
        ) throws -> TLSConnection {
            let policy = policy ?? .trusting(usual.authority.certificate)
            let server = try TLSTestServer(identity, version)
            let connection = try TLSConnection(TLSContext(policy, offersHTTP2: false), to: server, host: host)
            connection.shakeHands()
            return connection
        }

        @Test(arguments: [TLSTestServer.Version.tls12, .tls13], ["localhost", "LOCALHOST", "localhost.", "127.0.0.1"])
        func aServerIsReachedByItsNamesAndAddresses(version: TLSTestServer.Version, host: String) throws {  // EN26
            let connection = try handshake(usual["server"], version, host: host)
            #expect(connection.handshake == .done)
            #expect(connection.write("ping") == .bytes(4))
            #expect(connection.peer.read() == "ping")
            connection.peer.write("pong")
            #expect(connection.read() == ("pong", nil))
        }

        @Test(arguments: [
            ("wrongHost", "hostname mismatch"), ("expired", "certificate has expired"),
            ("notYetValid", "certificate is not yet valid"), ("selfSigned", "self"),
            ("unknownAuthority", "unable to get local issuer certificate"),
            ("missingIntermediate", "unable to get local issuer certificate"),
        ])
        func aBadCertificateIsNotTrusted(name: String, reason: String) throws {  // EN28, TC-55
            for version in [TLSTestServer.Version.tls12, .tls13] {
                let connection = try handshake(usual[name], version)
                let failure = try #require(connection.failure)
                #expect(failure.kind == .untrustedCertificate)
                #expect(failure.text.lowercased().contains(reason), "\(failure.text)")
                #expect(failure.text.contains("(OpenSSL error "))
                #expect(connection.write("secret") != .bytes(6))
                #expect(connection.peer.read().isEmpty)
            }
        }

        @Test(arguments: [
            ("commonName", "localhost"), ("addressAsName", "127.0.0.1"), ("partialWildcard", "lost.example.com"),
            ("partialWildcard", "lost.example.org"), ("partialWildcard", "lot"), ("wildcard", "a.b.example.com"),
            ("wildcard", "example.com"), ("six", "::2"),
        ])
        func onlyAlternativeNamesOfACertificateAreCompared(name: String, host: String) throws {  // EN26, TC-55
            #expect(try handshake(odd[name], host: host).failure?.kind == .untrustedCertificate)
        }

        @Test(arguments: [("wildcard", "a.example.com"), ("six", "::1"), ("six", "[::1]"), ("six", "0:0::1")])
        func wildcardLabelsAndIPAddressesOfACertificateMatch(name: String, host: String) throws {  // EN26
            #expect(try handshake(odd[name], host: host).handshake == .done)
        }

        @Test(arguments: ["", ".", ".example.com", "a\0.example.com", String(repeating: "a", count: 300)])
        func aHostThatNoCertificateCanNameIsRefused(host: String) throws {  // EN26
            let server = try TLSTestServer(usual["server"])
            let context = try TLSContext(.trusting(usual.authority.certificate), offersHTTP2: false)
            let error = #expect(throws: TransportError.self) { try TLSConnection(context, to: server, host: host) }
            #expect(error?.kind == .unsupported)
        }

        @Test func certificatesOfAFileAreAnchorsAlsoIfTheyAreNoRoots() throws {  // EN26
            let anchors = [usual["intermediate"], usual["missingIntermediate"]]
            for anchor in anchors {
                let connection = try handshake(usual["missingIntermediate"], with: .trusting(anchor.certificate))
                #expect(connection.handshake == .done)
            }
        }

        @Test func theSystemsTrustIsNotThatOfTheFile() throws {  // EN26
            var policy = TLSPolicy()
            #expect(try handshake(usual["server"], with: policy).failure?.kind == .untrustedCertificate)
            policy.trust = .systemAndFile(usual.authority.certificate)
            #expect(try handshake(usual["server"], with: policy).handshake == .done)
        }

        @Test func theEnvironmentNamesTheSystemsFileAndDirectories() async throws {  // EN26
            let authority = usual.authority.certificate
            let server = usual["server"].path
            let hashed = "\(odd.directory):\(odd.directory)/hashed"
            for (variable, value) in [("SSL_CERT_FILE", authority), ("SSL_CERT_DIR", hashed)] {
                await #expect(processExitsWith: .success) {
                    [server = server as String, variable = variable as String, value = value as String] in
                    setenv(variable, value, 1)
                    let identity = Certificates.Identity(path: server)
                    let context = try TLSContext(TLSPolicy(), offersHTTP2: false)
                    let connection = try TLSConnection(context, to: TLSTestServer(identity))
                    exit(connection.shakeHands() == .done ? 0 : 1)
                }
            }
        }

        @Test(arguments: ["expired", "notYetValid", "selfSigned", "unknownAuthority", "missingIntermediate"])
        func aDevelopmentHostMayHaveAnyCertificateThatNamesIt(name: String) throws {
            let policy = TLSPolicy.trusting(usual.authority.certificate).with { $0.unverifiedHosts = ["LOCALHOST"] }
            for version in [TLSTestServer.Version.tls12, .tls13] {
                #expect(try handshake(usual[name], version, with: policy).handshake == .done)
                #expect(
                    try handshake(usual[name], version, host: "127.0.0.1", with: policy).failure?.kind
                        == .untrustedCertificate
                )
            }
        }

        @Test func aDevelopmentHostMustBeNamedByItsCertificate() throws {
            for (identity, host) in [
                (usual["wrongHost"], "localhost"), (odd["commonName"], "localhost"),
                (odd["addressAsName"], "127.0.0.1"),
            ] {
                let policy = TLSPolicy.trusting(usual.authority.certificate).with { $0.unverifiedHosts = [host] }
                let connection = try handshake(identity, host: host, with: policy)
                #expect(connection.failure?.kind == .untrustedCertificate)
            }
        }

        @Test func theServersOwnCertificateMustMatchAPin() throws {  // EN27, TC-63
            let (server, other) = (usual["server"], usual["other"])
            let renewed = try TLSPolicy.trusting(usual.authority.certificate).with {
                $0.pins = [try PinPolicy(host: "localhost", server.keyPin, backup: usual.authority.keyPin)]
            }
            for identity in [server, usual["renewed"]] {
                #expect(try handshake(identity, host: "localhost.", with: renewed).handshake == .done)
            }
            // Neither the authority's key nor a certificate that the server sends along counts.
            for identity in [other, usual["stuffed"]] {
                let connection = try handshake(identity, with: renewed)
                #expect(connection.failure?.kind == .pinMismatch)
                #expect(connection.write("secret") != .bytes(6))
                #expect(connection.peer.read().isEmpty)
                #expect(!connection.stream.isQuiet())
            }
        }

        @Test func aNameIsAnnouncedWithoutItsDotAndAnAddressIsNot() throws {  // EN26
            let name = "a.b.localhost"
            _ = try handshake(usual["server"], host: "\(name).")
            #expect(TLSTestServer.announcedNames.withLock { $0.contains(name) })
            for host in ["127.0.0.1", "::1"] {
                _ = try handshake(usual["server"], host: host)
                #expect(!TLSTestServer.announcedNames.withLock { $0.contains(host) })
            }
        }
    }
#endif
