#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct TLSSessionTests {
        private static let versions = [TLSTestServer.Version.tls12, .tls13]
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func context(_ change: (inout TLSPolicy) throws -> Void = { _ in }) throws -> TLSContext {
            try TLSContext(TLSPolicy.trusting(certificates.authority.certificate).with(change), offersHTTP2: false)
        }

        /// Returns whether a new connection resumes a session, after it has read the tickets of the server.
        private func resumes(
            _ context: TLSContext,
            _ server: TLSTestServer,
            host: String = "localhost",
            key: String = "",
            readsTickets: Bool = true
        ) throws -> Bool {
            let connection = try TLSConnection(context, to: server, host: host, key: key)
            try #require(connection.shakeHands() == .done)
            if readsTickets { #expect(connection.stream.isQuiet()) }
            return connection.peer.isResumed
        }

        @Test(arguments: versions) func theSecondConnectionResumesTheSession(version: TLSTestServer.Version) throws {
            // EN27
            let context = try context()
            let server = try TLSTestServer(certificates["server"], version)
            #expect(try !resumes(context, server))
            for _ in 1...3 { #expect(try resumes(context, server)) }
        }

        @Test func eachTicketIsUsedOnce() throws {  // EN27
            let context = try context()
            let server = try TLSTestServer(certificates["server"], .tls13)
            #expect(try !resumes(context, server))
            // A server sends two tickets after a whole handshake.
            #expect(try resumes(context, server, readsTickets: false))
            #expect(try resumes(context, server, readsTickets: false))
            #expect(try !resumes(context, server, readsTickets: false))
        }

        @Test(arguments: versions) func sessionsBelongToOneOriginAndOneContext(version: TLSTestServer.Version) throws {
            // EN27
            let context = try context()
            let server = try TLSTestServer(certificates["server"], version)
            #expect(try !resumes(context, server, key: "one"))
            #expect(try !resumes(context, server, key: "two"))
            #expect(try !resumes(context, server, host: "api.localhost", key: "one"))
            #expect(try !resumes(self.context(), server, key: "one"))
            #expect(try resumes(context, server, key: "one"))
        }

        @Test(arguments: versions) func aConnectionThatWasCutDoesNotSpoilItsSession(
            version: TLSTestServer.Version
        ) throws {
            let context = try context()
            let server = try TLSTestServer(certificates["server"], version)
            do {
                let connection = try TLSConnection(context, to: server)
                connection.shakeHands()
                connection.peer.write("ok")
                #expect(connection.read() == ("ok", nil))
                connection.peer.close()
                #expect(connection.read().other == .end(isClean: false))
            }
            #expect(try resumes(context, server))
        }

        @Test(arguments: versions) func pinsAreCheckedOnResumption(version: TLSTestServer.Version) throws {  // EN27
            let server = try TLSTestServer(certificates["server"], version)
            let pinned = try context {
                $0.pins = [
                    try PinPolicy(
                        host: "localhost",
                        certificates["server"].certificatePin,
                        backup: certificates["other"].keyPin
                    )
                ]
            }
            #expect(try !resumes(pinned, server))
            #expect(try resumes(pinned, server))
            // The session of a context without pins is resumed under one with a pin that does not match.
            let open = try context()
            #expect(try !resumes(open, server))
            let strict = try context {
                $0.pins = [
                    try PinPolicy(
                        host: "localhost",
                        certificates["other"].keyPin,
                        backup: certificates.authority.keyPin
                    )
                ]
            }
            let connection = try TLSConnection(strict, to: server)
            open.sessions.lend(to: connection.stream)
            connection.shakeHands()
            #expect(connection.failure?.kind == .pinMismatch)
            #expect(connection.peer.isResumed)
        }

        @Test func sessionsOfAFailedHandshakeAreForgotten() throws {
            let context = try context()
            let server = try TLSTestServer(certificates["server"], .tls12)
            #expect(try !resumes(context, server))
            let cut = try TLSConnection(context, to: server)
            #expect(cut.stream.shakeHands() == .blocked)
            cut.peer.close()
            cut.shakeHands()
            #expect(cut.failure?.kind == .handshakeFailed)
            #expect(try !resumes(context, server))
        }
    }

    extension TLSSessions {
        /// Lets a stream of another context resume a session of this one.
        fileprivate func lend(to stream: TLSStream) {
            let isLent = stream.context.library.inside { resume(stream.handle, for: stream.origin) }
            #expect(isLent == true)
        }
    }
#endif
