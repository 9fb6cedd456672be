#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Tests of client certificates, and of the errors for files that cannot be used.
    @Suite(.enabled(if: Nginx.isInstalled)) struct ClientCertificateTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func server(_ versions: String) async throws -> Nginx {
            // nginx answers 400 to a client without a certificate; a server that aborts the handshake needs OpenSSL.
            let directives = """
                ssl_protocols \(versions);
                ssl_verify_client on;
                ssl_client_certificate \(certificates.authority.certificate);
                """
            return try await Nginx(certificates["server"], "ssl", directives)
        }

        private func client(_ wire: Wire, _ certificate: String, _ key: String) throws -> SecureClient {
            try SecureClient(wire) {
                $0.tls.clientCertificate = TLSPolicy.ClientCertificate(certificatePath: certificate, keyPath: key)
            }
        }

        @Test(arguments: Wire.sound, ["TLSv1.2", "TLSv1.3"])
        func theClientPresentsItsCertificate(wire: Wire, version: String) async throws {
            let server = try await server(version)
            let client = try client(wire, certificates["client"].certificate, certificates["client"].key)
            #expect(try await client.text(server.url()) == "ok")
        }

        @Test(arguments: Wire.sound, ["-tls1_2", "-tls1_3"])
        func aServerRejectsAClientWithoutACertificate(wire: Wire, version: String) async throws {  // EN28
            let authority = certificates.authority.certificate
            let server = try await OpenSSLServer(certificates["server"], version, "-Verify", "1", "-CAfile", authority)
            let stranger = try SecureClient(wire)
            let error = await stranger.transportError(server.url)
            #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
            #expect(stranger.attemptCount == 1)
            let known = try client(wire, certificates["client"].certificate, certificates["client"].key)
            #expect(try await known.text(server.url).contains("s_server"))
        }

        @Test(arguments: Wire.sound)
        func theErrorNamesAnUnusableFileBeforeAnythingIsSent(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let missing = "\(certificates.directory)/missing.pem"
            let garbage = "\(certificates.directory)/openssl.cnf"
            let good = certificates["client"]
            let clients = [
                try SecureClient(wire) { $0.tls.trust = .file(missing) },
                try SecureClient(wire) { $0.tls.trust = .file(garbage) },
                try SecureClient(wire) { $0.tls.trust = .systemAndFile(missing) },
                try client(wire, missing, good.key),
                try client(wire, good.certificate, missing),
                try client(wire, garbage, good.key),
                try client(wire, good.certificate, certificates["other"].key),
            ]
            for client in clients {
                let error = await client.transportError(server.url())
                #expect(error?.kind == .unsupported, "\(String(describing: error))")
                #expect(error?.detail?.isEmpty == false)
                #expect(client.attemptCount == 1)
            }
            #expect(await clients[0].transportError(server.url())?.detail?.contains("missing.pem") == true)
            #expect(try await server.served() == [])
        }
    }
#endif
