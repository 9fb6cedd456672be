#if os(Linux)
    import Foundation
    import FoundationNetworking
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import ReactiveURLSession
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
            _ wire: Wire,
            _ pin: PinPolicy.Pin,
            _ backup: PinPolicy.Pin,
            for host: String = "localhost",
            _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
        ) throws -> SecureClient {
            let policy = try PinPolicy(host: host, pin, backup: backup)
            return try SecureClient(wire) {
                $0.tls.pins = [policy]
                change(&$0)
            }
        }

        @Test(arguments: Wire.sound) func thePinnedKeyIsAcceptedAsPinAndAsBackup(wire: Wire) async throws {
            let key = try certificates["server"].keyPin
            let server = try await Nginx(certificates["server"])
            #expect(try await client(wire, key, elsewhere).text(server.url()) == "ok")
            #expect(try await client(wire, elsewhere, key).text(server.url()) == "ok")
            #expect(try await client(wire, elsewhere, key, for: "LOCALHOST").text(server.url()) == "ok")
        }

        @Test(arguments: Wire.sound) func onlyAPinOfAKeySurvivesARenewedCertificate(wire: Wire)
            async throws
        {
            let server = try await Nginx(certificates["renewed"])
            #expect(try await client(wire, certificates["server"].keyPin, elsewhere).text(server.url()) == "ok")
            let strict = try client(wire, certificates["server"].certificatePin, lost)
            #expect(await strict.transportError(server.url())?.kind == .pinMismatch)
        }

        @Test(arguments: Wire.sound) func theWholeCertificateMayBePinned(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let certificate = try certificates["server"].certificatePin
            #expect(try await client(wire, certificate, lost).text(server.url()) == "ok")
            #expect(try await client(wire, lost, certificate).text(server.url()) == "ok")
        }

        @Test(arguments: Wire.sound) func pinsOfKeysAndCertificatesMayBeMixed(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            #expect(try await client(wire, certificates["server"].certificatePin, elsewhere).text(server.url()) == "ok")
            #expect(try await client(wire, lost, certificates["server"].keyPin).text(server.url()) == "ok")
            #expect(await (try client(wire, lost, elsewhere)).transportError(server.url())?.kind == .pinMismatch)
            #expect(try await server.served().count == 2)
        }

        @Test(arguments: Wire.sound, ["other", "stuffed"])
        func anotherKeyFailsBeforeTheRequestIsSent(wire: Wire, name: String) async throws {
            let server = try await Nginx(certificates[name])
            let pinned = certificates["server"]
            let clients = [
                try client(wire, pinned.keyPin, elsewhere), try client(wire, pinned.certificatePin, lost),
                try client(wire, pinned.keyPin, pinned.certificatePin),
            ]
            for client in clients {
                for request in [Request.get(server.url("/secret")), .post(server.url("/secret"))] {
                    let error = await client.failure(of: request)?.cause(as: TransportError.self)
                    #expect(error?.kind == .pinMismatch, "\(String(describing: error))")
                    #expect(error?.mayHaveReachedServer == false)
                    #expect(error?.host == "localhost")
                }
                #expect(client.attemptCount == 2)  // one for each request: none is retried
            }
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound) func aPinOfTheAuthorityDoesNotMatchTheServer(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let authority = certificates.authority
            for client in [
                try client(wire, authority.keyPin, elsewhere), try client(wire, authority.certificatePin, lost),
            ] {
                #expect(await client.transportError(server.url())?.kind == .pinMismatch)
            }
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound)
        func aPinDoesNotReplaceTrust(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let pinned = certificates["server"]
            let clients = [
                try client(wire, pinned.keyPin, elsewhere) { $0.tls.trust = .system },
                try client(wire, pinned.certificatePin, lost) { $0.tls.trust = .system },
            ]
            for client in clients {
                #expect(await client.transportError(server.url())?.kind == .untrustedCertificate)
            }
            let named = try client(wire, pinned.keyPin, elsewhere, for: "www.localhost")
            #expect(await named.transportError(server.url(host: "www.localhost"))?.kind == .untrustedCertificate)
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound)
        func aWildcardMatchesOneLabel(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let client = try client(wire, elsewhere, lost, for: "*.localhost")
            #expect(await client.transportError(server.url(host: "api.localhost"))?.kind == .pinMismatch)
            #expect(try await client.text(server.url(host: "localhost")) == "ok")
            #expect(try await client.text(server.url(host: "a.b.localhost")) == "ok")
            #expect(try await server.served().count == 2)
        }

        @Test(arguments: Wire.sound)
        func pinsOfTheExactHostOverrideThoseOfItsDomain(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let domain = try PinPolicy(host: "*.localhost", certificates["server"].keyPin, backup: lost)
            let host = try PinPolicy(host: "api.localhost", elsewhere, backup: lost)
            let client = try SecureClient(wire) { $0.tls.pins = [domain, host] }
            #expect(await client.transportError(server.url(host: "api.localhost"))?.kind == .pinMismatch)
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound, [false, true])
        func aRedirectDoesNotBypassThePins(wire: Wire, pinsCertificate: Bool) async throws {
            let target = try await Nginx(certificates["other"])
            let source = try await Nginx(
                certificates["server"],
                "ssl http2",
                "location /away { return 302 \(target.url()); }"
            )
            let pins = pinsCertificate ? (lost, try certificates["server"].certificatePin) : (elsewhere, lost)
            let client = try client(wire, pins.0, pins.1)
            let away = source.url("/away", host: "127.0.0.1")
            #expect(await client.transportError(away)?.kind == .pinMismatch)
            #expect(try await source.served().map(\.status) == ["302"])
            #expect(try await target.served() == [])
        }

        @Test(arguments: Wire.sound, ["http://localhost:PORT/", "http://LocalHost.:PORT/"])
        func aPinnedHostIsNotContactedWithoutTLS(wire: Wire, url: String) async throws {
            let server = try LoopbackServer()
            server.on("*", .text("never"))
            let error = await (try client(wire, elsewhere, lost))
                .transportError(url.replacing("PORT", with: "\(server.port)"))
            #expect(error?.kind == .unsupported)
            #expect(error?.detail?.contains("TLS") == true)
            #expect(server.acceptedConnectionCount == 0)
        }

        @Test(arguments: Wire.sound) func connectionsOfOtherTransportsAreNotReused(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            let trusting = try SecureClient(wire)
            #expect(try await trusting.text(server.url()) == "ok")
            for pin in [elsewhere, lost] {
                let pinning = try client(
                    wire,
                    pin,
                    try PinPolicy.Pin(.publicKey, sha256: Data(repeating: 2, count: 32))
                )
                #expect(await pinning.transportError(server.url())?.kind == .pinMismatch)
            }
            let system = try SecureClient(wire) { $0.tls.trust = .system }
            #expect(await system.transportError(server.url())?.kind == .untrustedCertificate)
            #expect(try await trusting.text(server.url()) == "ok")
            #expect(Set(try await server.served().map(\.connection)).count == 1)
        }

        @Test(arguments: Wire.sound) func aPinnedConnectionIsReused(wire: Wire) async throws {
            let server = try await Nginx(certificates["server"])
            for pin in [try certificates["server"].keyPin, try certificates["server"].certificatePin] {
                let client = try client(wire, pin, lost)
                for _ in 1...3 { #expect(try await client.text(server.url()) == "ok") }
            }
            #expect(Set(try await server.served().map(\.connection)).count == 2)
        }

        @Test(arguments: Wire.sound, ["TLSv1.2", "TLSv1.3"])
        func pinsAreCheckedOnEveryNewConnection(wire: Wire, version: String) async throws {
            let server = try await Nginx(
                certificates["server"],
                "ssl http2",
                "keepalive_timeout 0; ssl_protocols \(version);"
            )
            for pin in [try certificates["server"].keyPin, try certificates["server"].certificatePin] {
                let client = try client(wire, pin, lost)
                for _ in 1...3 { #expect(try await client.text(server.url()) == "ok") }
            }
            #expect(Set(try await server.served().map(\.connection)).count == 6)
        }

        @Test(arguments: Wire.sound, ["2130706433", "127.1", "0x7f.0.0.1", "0177.0.0.1"])
        func unusualSpellingsOfAnAddressDoNotBypassThePins(wire: Wire, alias: String) async throws {
            let server = try await Nginx(certificates["server"], "ssl")
            let client = try client(wire, lost, elsewhere, for: "127.0.0.1")
            _ = await client.failure(of: .get(server.url(host: alias)))
            #expect(await client.transportError(server.url(host: "127.0.0.1"))?.kind == .pinMismatch)
            #expect(try await server.served() == [])
        }

        @Test(arguments: Wire.sound) func concurrentRequestsWaitForThePinCheck(wire: Wire) async throws {
            let server = try await Nginx(certificates["other"])
            for pin in [try certificates["server"].keyPin, try certificates["server"].certificatePin] {
                let client = try client(wire, pin, lost)
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
