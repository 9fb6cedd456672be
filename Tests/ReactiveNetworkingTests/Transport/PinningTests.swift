#if os(Linux)
    import Foundation
    import FoundationNetworking
    import ReactiveNetworking
    import ReactiveTesting
    import Testing

    /// Pins are checked in addition to trust, before a byte of the request is sent.
    @Suite(.enabled(if: Nginx.isInstalled)) struct PinningTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }
        private let elsewhere = try! PinPolicy.Pin(.publicKey, sha256: Data(count: 32))
        private let lost = try! PinPolicy.Pin(.certificate, sha256: Data(repeating: 1, count: 32))

        /// Returns a client that accepts these pins for a host.
        private func client(
            _ pin: PinPolicy.Pin,
            _ backup: PinPolicy.Pin,
            for host: String = "localhost",
            _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
        ) throws -> SecureClient {
            let policy = try PinPolicy(host: host, pin, backup: backup)
            return try SecureClient {
                $0.tls.pins = [policy]
                change(&$0)
            }
        }

        @Test func thePinnedKeyIsAcceptedAsPinAndAsBackup() async throws {
            let key = try certificates["server"].keyPin
            let server = try await Nginx(certificates["server"])
            #expect(try await client(key, elsewhere).text(server.url()) == "ok")
            #expect(try await client(elsewhere, key).text(server.url()) == "ok")
            #expect(try await client(elsewhere, key, for: "LOCALHOST").text(server.url()) == "ok")
        }

        @Test func aKeyPinSurvivesARenewedCertificateAndACertificatePinDoesNot() async throws {
            let server = try await Nginx(certificates["renewed"])
            #expect(try await client(certificates["server"].keyPin, elsewhere).text(server.url()) == "ok")
            let strict = try client(certificates["server"].certificatePin, lost)
            #expect(await strict.transportError(server.url())?.kind == .pinMismatch)
        }

        @Test func theWholeCertificateMayBePinned() async throws {
            let server = try await Nginx(certificates["server"])
            let certificate = try certificates["server"].certificatePin
            #expect(try await client(certificate, lost).text(server.url()) == "ok")
            #expect(try await client(lost, certificate).text(server.url()) == "ok")
        }

        @Test func pinsMayBeMixed() async throws {
            let server = try await Nginx(certificates["server"])
            #expect(try await client(certificates["server"].certificatePin, elsewhere).text(server.url()) == "ok")
            #expect(try await client(lost, certificates["server"].keyPin).text(server.url()) == "ok")
            #expect(await (try client(lost, elsewhere)).transportError(server.url())?.kind == .pinMismatch)
            #expect(try await server.served().count == 2)
        }

        @Test(arguments: ["other", "stuffed"])
        func anotherKeyFailsBeforeTheRequestIsSent(name: String) async throws {
            let server = try await Nginx(certificates[name])
            let pinned = certificates["server"]
            let clients = [
                try client(pinned.keyPin, elsewhere), try client(pinned.certificatePin, lost),
                try client(pinned.keyPin, pinned.certificatePin),
            ]
            for client in clients {
                for request in [Request.get(server.url("/secret")), .post(server.url("/secret"))] {
                    let error = await client.failure(of: request)?.transportError
                    #expect(error?.kind == .pinMismatch, "\(String(describing: error))")
                    #expect(error?.mayHaveReachedServer == false)
                    #expect(error?.host == "localhost")
                }
                #expect(client.attemptCount == 2)  // one for each request: none is retried
            }
            #expect(try await server.served() == [])
        }

        @Test func aPinOfTheAuthorityDoesNotMatchTheServer() async throws {
            let server = try await Nginx(certificates["server"])
            let authority = certificates.authority
            for client in [try client(authority.keyPin, elsewhere), try client(authority.certificatePin, lost)] {
                #expect(await client.transportError(server.url())?.kind == .pinMismatch)
            }
            #expect(try await server.served() == [])
        }

        @Test func aPinDoesNotReplaceTrust() async throws {
            let server = try await Nginx(certificates["server"])
            let pinned = certificates["server"]
            let clients = [
                try client(pinned.keyPin, elsewhere) { $0.tls.trust = .system },
                try client(pinned.certificatePin, lost) { $0.tls.trust = .system },
            ]
            for client in clients {
                #expect(await client.transportError(server.url())?.kind == .untrustedCertificate)
            }
            let named = try client(pinned.keyPin, elsewhere, for: "www.localhost")
            #expect(await named.transportError(server.url(host: "www.localhost"))?.kind == .untrustedCertificate)
            #expect(try await server.served() == [])
        }

        @Test func aWildcardMatchesOneLabel() async throws {
            let server = try await Nginx(certificates["server"])
            let client = try client(elsewhere, lost, for: "*.localhost")
            #expect(await client.transportError(server.url(host: "api.localhost"))?.kind == .pinMismatch)
            #expect(try await client.text(server.url(host: "localhost")) == "ok")
            #expect(try await client.text(server.url(host: "a.b.localhost")) == "ok")
            #expect(try await server.served().count == 2)
        }

        @Test func pinsOfTheExactHostOverrideThoseOfItsDomain() async throws {
            let server = try await Nginx(certificates["server"])
            let domain = try PinPolicy(host: "*.localhost", certificates["server"].keyPin, backup: lost)
            let host = try PinPolicy(host: "api.localhost", elsewhere, backup: lost)
            let client = try SecureClient { $0.tls.pins = [domain, host] }
            #expect(await client.transportError(server.url(host: "api.localhost"))?.kind == .pinMismatch)
            #expect(try await server.served() == [])
        }

        @Test(arguments: [false, true])
        func aRedirectDoesNotBypassThePins(pinsCertificate: Bool) async throws {
            let target = try await Nginx(certificates["other"])
            let source = try await Nginx(
                certificates["server"],
                "ssl http2",
                "location /away { return 302 \(target.url()); }"
            )
            let pins = pinsCertificate ? (lost, try certificates["server"].certificatePin) : (elsewhere, lost)
            let client = try client(pins.0, pins.1)
            let away = source.url("/away", host: "127.0.0.1")
            #expect(await client.transportError(away)?.kind == .pinMismatch)
            #expect(try await source.served().map(\.status) == ["302"])
            #expect(try await target.served() == [])
        }

        @Test(arguments: ["http://localhost:PORT/", "http://LocalHost.:PORT/"])
        func aPinnedHostIsNotContactedWithoutTLS(url: String) async throws {
            let server = try LoopbackServer()
            server.on("*", .text("never"))
            let error = await (try client(elsewhere, lost))
                .transportError(url.replacing("PORT", with: "\(server.port)"))
            #expect(error?.kind == .unsupported)
            #expect(error?.detail?.contains("TLS") == true)
            #expect(server.acceptedConnectionCount == 0)
        }

        @Test func connectionsOfOtherTransportsAreNotReused() async throws {
            let server = try await Nginx(certificates["server"])
            let trusting = try SecureClient()
            #expect(try await trusting.text(server.url()) == "ok")
            for pin in [elsewhere, lost] {
                let pinning = try client(pin, try PinPolicy.Pin(.publicKey, sha256: Data(repeating: 2, count: 32)))
                #expect(await pinning.transportError(server.url())?.kind == .pinMismatch)
            }
            let system = try SecureClient { $0.tls.trust = .system }
            #expect(await system.transportError(server.url())?.kind == .untrustedCertificate)
            #expect(try await trusting.text(server.url()) == "ok")
            #expect(Set(try await server.served().map(\.connection)).count == 1)
        }

        @Test func aPinnedConnectionIsReused() async throws {
            let server = try await Nginx(certificates["server"])
            for pin in [try certificates["server"].keyPin, try certificates["server"].certificatePin] {
                let client = try client(pin, lost)
                for _ in 1...3 { #expect(try await client.text(server.url()) == "ok") }
            }
            #expect(Set(try await server.served().map(\.connection)).count == 2)
        }

        @Test(arguments: ["TLSv1.2", "TLSv1.3"])
        func pinsAreCheckedOnEveryNewConnection(version: String) async throws {
            let server = try await Nginx(
                certificates["server"],
                "ssl http2",
                "keepalive_timeout 0; ssl_protocols \(version);"
            )
            for pin in [try certificates["server"].keyPin, try certificates["server"].certificatePin] {
                let client = try client(pin, lost)
                for _ in 1...3 { #expect(try await client.text(server.url()) == "ok") }
            }
            #expect(Set(try await server.served().map(\.connection)).count == 6)
        }

        @Test(arguments: ["2130706433", "127.1", "0x7f.0.0.1", "0177.0.0.1"])
        func unusualSpellingsOfAnAddressDoNotBypassThePins(alias: String) async throws {
            let server = try await Nginx(certificates["server"], "ssl")
            let client = try client(lost, elsewhere, for: "127.0.0.1")
            _ = await client.failure(of: .get(server.url(host: alias)))
            #expect(await client.transportError(server.url(host: "127.0.0.1"))?.kind == .pinMismatch)
            #expect(try await server.served() == [])
        }

        @Test func concurrentRequestsWaitForThePinCheck() async throws {
            let server = try await Nginx(certificates["other"])
            for pin in [try certificates["server"].keyPin, try certificates["server"].certificatePin] {
                let client = try client(pin, lost)
                await withTaskGroup { group in
                    for _ in 1...30 { group.addTask { await client.transportError(server.url())?.kind } }
                    for await kind in group { #expect(kind == .pinMismatch) }
                }
            }
            #expect(try await server.served() == [])
        }

        @Test(arguments: ["http", "https"])
        func aSessionThatCannotCheckPinsFails(scheme: String) async throws {
            let server = try LoopbackServer()
            server.on("*", .text("plain"))
            let pins = [try PinPolicy(host: "localhost", elsewhere, backup: lost)]
            let session = URLSession(configuration: .ephemeral)
            let transports: [any Transport] = [
                URLSessionTransport.using(session, pins: pins),
                URLSessionTransport(configuration: .ephemeral, pins: pins),
            ]
            for client in transports.map(SecureClient.init(over:)) {
                let error = await client.transportError("\(scheme)://localhost:\(server.port)/")
                #expect(error?.kind == .unsupported)
                #expect(error?.detail?.contains("pins") == true)
                #expect(client.attemptCount == 1)
            }
            let network = Network(session: session, pins: pins)
            await #expect(throws: OperationError.self) {
                _ = try await network.send(.get("\(scheme)://localhost:\(server.port)/")).value()
            }
            #expect(server.acceptedConnectionCount == 0)
            let others = SecureClient(over: URLSessionTransport.using(session, pins: pins))
            #expect(try await others.text("http://127.0.0.1:\(server.port)/") == "plain")
        }

        @Test func aSessionIsSharedOnlyByNetworksWithTheSamePins() throws {
            let session = URLSession(configuration: .ephemeral)
            let one = try PinPolicy(host: "a.test", elsewhere, backup: lost)
            let two = try PinPolicy(host: "b.test", elsewhere, backup: lost)
            let pinned = URLSessionTransport.using(session, pins: [one, two])
            #expect(pinned === URLSessionTransport.using(session, pins: [two, one]))
            #expect(pinned !== URLSessionTransport.using(session, pins: [one]))
            #expect(pinned !== URLSessionTransport.using(session))
        }
    }
#endif
