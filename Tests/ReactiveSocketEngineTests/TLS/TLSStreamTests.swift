#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct TLSStreamTests {
        private static let versions = [TLSTestServer.Version.tls12, .tls13]
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func context(_ change: (inout TLSPolicy) throws -> Void = { _ in }) throws -> TLSContext {
            try TLSContext(TLSPolicy.trusting(certificates.authority.certificate).with(change), offersHTTP2: false)
        }

        private func connection(_ version: TLSTestServer.Version) throws -> TLSConnection {
            let connection = try TLSConnection(context(), to: TLSTestServer(certificates["server"], version))
            try #require(connection.shakeHands() == .done)
            return connection
        }

        // Handshake

        @Test func theOldestVersionIsThatOfThePolicy() throws {  // EN26, EN28
            let demanding = try context { $0.minimumVersion = .tls13 }
            let old = try TLSConnection(demanding, to: TLSTestServer(certificates["server"], .tls12))
            old.shakeHands()
            #expect(old.failure?.kind == .handshakeRefused)
            let new = try TLSConnection(demanding, to: TLSTestServer(certificates["server"], .tls13))
            #expect(new.shakeHands() == .done)
            let ancient = try TLSTestServer(certificates["server"], .tls11, ciphers: "ALL:@SECLEVEL=0")
            let oldest = try TLSConnection(context(), to: ancient)
            oldest.shakeHands()
            #expect(oldest.failure?.kind == .handshakeRefused)
        }

        @Test func theServerChoosesAmongTheOfferedProtocols() throws {  // EN30
            for (offersHTTP2, name) in [(true, "h2"), (false, "http/1.1")] {
                let policy = TLSPolicy.trusting(certificates.authority.certificate)
                let server = try TLSTestServer(certificates["server"], choosesFirstProtocol: true)
                let connection = try TLSConnection(TLSContext(policy, offersHTTP2: offersHTTP2), to: server)
                #expect(connection.stream.applicationProtocol == nil)
                #expect(connection.shakeHands() == .done)
                #expect(connection.stream.applicationProtocol == name)
            }
            #expect(try connection(.tls13).stream.applicationProtocol == nil)
        }

        @Test func anAlertInTheHandshakeIsARefusal() throws {  // EN28, TC-57
            let server = try TLSTestServer(certificates["server"], .tls12, ciphers: "AES128-SHA256")
            let connection = try TLSConnection(context(), to: server)
            connection.shakeHands()
            let failure = try #require(connection.failure)
            #expect(failure.kind == .handshakeRefused)
            #expect(failure.text.contains("alert handshake failure (OpenSSL error "), "\(failure.text)")
            #expect(failure.code != nil)
        }

        @Test(arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-x\r\n", "\u{15}"])
        func aServerWithoutTLSIsARefusal(answer: String) throws {  // EN28, TC-57
            let (near, far) = try socketPair()
            defer { close(near) }
            let stream = try TLSStream(context(), socket: near, host: "localhost", sessionKey: "")
            #expect(stream.shakeHands() == .blocked)
            let bytes = Array(answer.utf8)
            #expect(send(far, bytes, bytes.count, 0) == bytes.count)
            if bytes.count < 5 { #expect(stream.shakeHands() == .blocked) }
            hangUp(far, on: near)
            guard case .failed(let failure) = stream.shakeHands() else { throw Unexpected() }
            // One byte may be the beginning of anything.
            #expect(failure.kind == (bytes.count < 5 ? .handshakeFailed : .handshakeRefused), "\(failure.text)")
        }

        @Test func anEndOrAResetInTheHandshakeIsAFailure() throws {  // EN28, TC-57
            for isReset in [false, true] {
                let (near, far) = try socketPair()
                defer { close(near) }
                let stream = try TLSStream(context(), socket: near, host: "localhost", sessionKey: "")
                #expect(stream.shakeHands() == .blocked)
                var hello = [UInt8](repeating: 0, count: 4_096)
                // A socket that is closed with unread bytes sends a reset.
                if !isReset { #expect(recv(far, &hello, hello.count, 0) > 0) }
                hangUp(far, on: near)
                guard case .failed(let failure) = stream.shakeHands() else { throw Unexpected() }
                #expect(failure.kind == .handshakeFailed)
                #expect(failure.code == (isReset ? Int(ECONNRESET) : nil))
                #expect(failure.text.hasSuffix(isReset ? "(errno \(ECONNRESET))" : "during the handshake"))
                #expect(stream.shakeHands() != .done)
            }
        }

        @Test func anAlertBeforeAClosedConnectionIsRead() throws {  // EN28
            let server = try TLSTestServer(
                certificates["server"],
                .tls12,
                clientsOf: certificates.authority.certificate
            )
            let connection = try TLSConnection(context(), to: server)
            #expect(connection.stream.shakeHands() == .blocked)
            connection.peer.shakeHands()
            // The client's last flight meets a closed socket, on which an alert waits to be read.
            #expect(connection.peer.sendPlainAlert() == 7)
            connection.peer.close()
            guard case .failed(let failure) = connection.stream.shakeHands() else { throw Unexpected() }
            #expect(failure.kind == .handshakeRefused, "\(failure.text)")
        }

        // Client certificates

        @Test(arguments: versions) func theClientPresentsItsCertificate(version: TLSTestServer.Version) throws {
            let authority = certificates.authority.certificate
            let server = try TLSTestServer(certificates["server"], version, clientsOf: authority)
            let client = certificates["client"]
            let known = try context {
                $0.clientCertificate = .init(certificatePath: client.certificate, keyPath: client.key)
            }
            let connection = try TLSConnection(known, to: server)
            #expect(connection.shakeHands() == .done)
            connection.peer.write("welcome")
            #expect(connection.read() == ("welcome", nil))
        }

        @Test func aMissingClientCertificateIsARefusal() throws {  // EN28
            let authority = certificates.authority.certificate
            let old = try TLSConnection(
                context(),
                to: TLSTestServer(certificates["server"], .tls12, clientsOf: authority)
            )
            old.shakeHands()
            #expect(old.failure?.kind == .handshakeRefused)
            // The alert of TLS 1.3 comes after the client's handshake.
            let new = try TLSConnection(
                context(),
                to: TLSTestServer(certificates["server"], .tls13, clientsOf: authority)
            )
            #expect(new.shakeHands() == .done)
            #expect(!new.stream.isQuiet())
            guard case .failed(let failure) = new.read().other else { throw Unexpected() }
            #expect(failure.kind == .handshakeRefused, "\(failure.text)")
            #expect(new.read().other == .failed(failure))
        }

        @Test func theAlertThatRefusesAClientIsReadAfterAFailedWrite() throws {  // EN28
            let authority = certificates.authority.certificate
            let server = try TLSTestServer(certificates["server"], .tls13, clientsOf: authority)
            let connection = try TLSConnection(context(), to: server)
            connection.shakeHands()
            connection.peer.close()
            guard case .failed(let lost) = connection.write("request") else { throw Unexpected() }
            #expect(lost.kind == .connectionLost)
            #expect(lost.code == Int(EPIPE))
            guard case .failed(let failure) = connection.read().other else { throw Unexpected() }
            #expect(failure.kind == .handshakeRefused, "\(failure.text)")
        }

        // Reading and writing

        @Test(arguments: versions) func onlyCloseNotifyIsACleanEnd(version: TLSTestServer.Version) throws {
            // EN29, TC-59
            for isClean in [true, false] {
                let connection = try connection(version)
                connection.peer.write("last")
                if isClean { connection.peer.sayGoodbye() }
                connection.peer.close()
                #expect(connection.read() == ("last", nil))
                for _ in 1...2 { #expect(connection.read().other == .end(isClean: isClean)) }
                #expect(!connection.stream.isQuiet())
            }
        }

        @Test(arguments: versions) func aResetIsALostConnection(version: TLSTestServer.Version) throws {  // EN24
            let connection = try connection(version)
            connection.peer.write("part")
            #expect(connection.write("unread") == .bytes(6))
            connection.peer.close()
            // Bytes that had arrived stay valid (EN17).
            #expect(connection.read(atMost: 4) == ("part", nil))
            guard case .failed(let failure) = connection.read().other else { throw Unexpected() }
            #expect(failure.kind == .connectionLost)
            #expect(failure.code == Int(ECONNRESET))
            #expect(failure.text.hasSuffix("(errno \(ECONNRESET))"))
        }

        @Test func bytesThatArrivedBeforeAFailedWriteAreRead() throws {  // EN17
            let connection = try connection(.tls13)
            connection.peer.write("413")
            connection.peer.close()
            guard case .failed = connection.write("more") else { throw Unexpected() }
            #expect(connection.read() == ("413", nil))
            guard case .failed(let failure) = connection.read().other else { throw Unexpected() }
            #expect(failure.kind == .connectionLost)
        }

        @Test func unencryptedBytesEndTheConnection() throws {
            let connection = try connection(.tls13)
            connection.peer.write("good")
            #expect(connection.read() == ("good", nil))
            let forged: [UInt8] = [23, 3, 3, 0, 32] + [UInt8](repeating: 7, count: 32)
            #expect(send(connection.peer.socket, forged, forged.count, 0) == forged.count)
            guard case .failed(let failure) = connection.read().other else { throw Unexpected() }
            #expect(failure.kind == .connectionLost)
            #expect(failure.text.contains("(OpenSSL error "))
        }

        @Test(arguments: versions) func aLargeBufferIsFilledByManyRecords(version: TLSTestServer.Version) throws {
            let connection = try connection(version)
            let text = String(repeating: "0123456789abcdef", count: 1_024)
            for _ in 1...5 { connection.peer.write(text) }
            #expect(connection.read(atMost: 65_536).text.utf8.count == 65_536)
            #expect(connection.read(atMost: 100).text.utf8.count == 100)
            #expect(connection.read(atMost: 65_536).text.utf8.count == 16_384 - 100)
            #expect(connection.read().other == .blocked)
        }

        @Test(arguments: versions) func aWriteThatBlockedContinuesLater(version: TLSTestServer.Version) throws {
            let connection = try connection(version)
            let text = String(repeating: "0123456789abcdef", count: 65_536)
            var (sent, received) = ("", "")
            var hasBlocked = false
            while sent.utf8.count < text.utf8.count {
                let rest = String(text.dropFirst(sent.utf8.count))
                switch connection.write(rest) {
                case .bytes(let count): sent += rest.prefix(count)
                case .blocked:
                    hasBlocked = true
                    received += connection.peer.read()
                case .failed(let failure): throw failure
                }
            }
            received += connection.peer.read()
            #expect(hasBlocked)
            #expect(received == text)
        }

        // Idleness

        @Test func onlyDataAndEndsDisturbAnIdleConnection() throws {  // EN12, TC-61
            let connection = try connection(.tls13)
            // The server's tickets have arrived but were not read.
            #expect(connection.stream.isQuiet())
            connection.peer.updateKeys()
            #expect(connection.stream.isQuiet())
            #expect(connection.write("ping") == .bytes(4))
            #expect(connection.peer.read() == "ping")
            connection.peer.write("unasked")
            #expect(!connection.stream.isQuiet())
        }

        @Test(arguments: versions) func anEndDisturbsAnIdleConnection(version: TLSTestServer.Version) throws {  // EN12
            for isClean in [true, false] {
                let connection = try connection(version)
                #expect(connection.stream.isQuiet())
                if isClean { connection.peer.sayGoodbye() } else { connection.peer.close() }
                #expect(!connection.stream.isQuiet())
            }
        }

        @Test(arguments: versions) func unaskedDataDisturbsAConnection(version: TLSTestServer.Version) throws {  // EN12
            let connection = try connection(version)
            connection.peer.write("response")
            connection.peer.write("unasked")
            #expect(connection.read(atMost: 8) == ("response", nil))
            #expect(!connection.stream.isQuiet())
        }

        @Test(arguments: versions) func theClientSendsCloseNotify(version: TLSTestServer.Version) throws {  // EN29
            let connection = try connection(version)
            #expect(!connection.peer.hasGoodbye)
            connection.stream.sayGoodbye()
            #expect(connection.peer.hasGoodbye)
        }

        @Test func theOpenSSLErrorQueueIsEmptyAfterAFailure() throws {  // EN25
            let library = try OpenSSL.loaded.get()
            let server = try TLSTestServer(certificates["expired"])
            let connection = try TLSConnection(context(), to: server)
            connection.shakeHands()
            #expect(connection.failure?.kind == .untrustedCertificate)
            #expect(library.errPeekError() == 0)
        }

        private struct Unexpected: Error {}
    }
#endif
