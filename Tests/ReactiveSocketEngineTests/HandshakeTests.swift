#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// TLS handshakes that fail, over sockets. Nothing of a request is sent then.
    @Suite(.enabled(if: TicketServer.isPossible)) struct HandshakeTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        @Test(arguments: [
            ("wrongHost", "localhost"), ("expired", "localhost"), ("notYetValid", "localhost"),
            ("selfSigned", "localhost"), ("unknownAuthority", "localhost"), ("missingIntermediate", "localhost"),
            ("localhost", "localhost"), ("addressAsName", "127.0.0.1"), ("partialWildcard", "localhost"),
        ])
        func anUntrustedServerGetsNoByteOfARequest(name: String, host: String) async throws {  // EN26, EN28, TC-55
            let server = try await TicketServer(certificates[name])
            for request in [Request.get(server.url("/secret", host: host)), .post(server.url("/secret", host: host))] {
                let client = try SecureClient(.sockets)
                let error = await client.failure(of: request)?.cause(as: TransportError.self)
                #expect(error?.kind == .untrustedCertificate, "\(String(describing: error))")
                #expect(error?.mayHaveReachedServer == false)
                #expect(error?.phase == .connecting)
                #expect(error?.detail?.isEmpty == false)
                #expect(client.attemptCount == 1)
            }
            #expect(await eventually { server.count("closed") == 2 })
            #expect(server.count("request") == 0)
        }

        /// A server without TLS, which reacts to the first message of a handshake.
        private func server(_ reaction: @escaping @Sendable (RawServer.Peer) -> Void) throws -> RawServer {
            try RawServer { peer in if peer.receive() { reaction(peer) } }
        }

        @Test(arguments: [false, true])
        func aHandshakeThatIsCutOffIsRepeatedEvenForAPost(resets: Bool) async throws {  // EN28, TC-57
            let server = try server { if resets { $0.reset() } }
            let client = try SecureClient(.sockets)
            let error = await client.failure(of: .post(server.url(scheme: "https")))?.cause(as: TransportError.self)
            #expect(error?.kind == .handshakeFailed, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 3)
            #expect(server.connectionCount == 3)
        }

        @Test(arguments: [
            // The alerts "handshake failure", "protocol version" and "no application protocol".
            [21, 3, 3, 0, 2, 2, 40], [21, 3, 1, 0, 2, 2, 70], [21, 3, 3, 0, 2, 2, 120],
            Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8), Array("220 mail.test\r\n".utf8),
        ])
        func aRefusedHandshakeIsNotRepeated(answer: [UInt8]) async throws {  // EN28, TC-57
            let server = try server { peer in
                peer.send(answer)
                peer.drain()
            }
            let client = try SecureClient(.sockets)
            let error = await client.failure(of: .post(server.url(scheme: "https")))?.cause(as: TransportError.self)
            #expect(error?.kind == .handshakeRefused, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
            #expect(client.attemptCount == 1)
            #expect(await eventually { server.endedConnections == [1] })
        }

        @Test func aWrongPinStopsAllConcurrentRequests() async throws {  // EN27, TC-63
            let server = try await TicketServer(certificates["server"])
            let pins = try PinPolicy(
                host: "localhost",
                certificates["other"].keyPin,
                backup: certificates["other"].certificatePin
            )
            let client = try SecureClient(.sockets) { $0.tls.pins = [pins] }
            await withTaskGroup(of: TransportError?.self) { group in
                for _ in 1...50 { group.addTask { await client.transportError(server.url("/secret")) } }
                for await error in group {
                    #expect(error?.kind == .pinMismatch, "\(String(describing: error))")
                    #expect(error?.mayHaveReachedServer == false)
                }
            }
            #expect(await eventually { server.count("closed") == server.count("full") + server.count("failed") })
            #expect(server.count("request") == 0)
        }

        @Test func pinsAreCheckedForAResumedSession() async throws {  // EN27
            let server = try await TicketServer(certificates["server"], tickets: 2)
            let pins = try PinPolicy(
                host: "localhost",
                certificates["server"].keyPin,
                backup: certificates["other"].keyPin
            )
            let client = try SecureClient(.sockets) { $0.tls.pins = [pins] }
            for number in 1...3 {
                #expect(try await client.text(server.url("/end")) == "right")
                #expect(await eventually { server.count("closed") == number })
            }
        }

        /// The test runs in a separate process, which gets a terminal.
        @Test func anEncryptedKeyWithoutItsPasswordAsksNoTerminal() async throws {  // EN28, TC-65
            let server = try await TicketServer(certificates["server"])
            let url = server.url()
            let locked = certificates["locked"].path
            await #expect(processExitsWith: .success) { [url = url as String, locked = locked as String] in
                let terminal = try Terminal()
                let certificate = TLSPolicy.ClientCertificate(
                    certificatePath: "\(locked).pem",
                    keyPath: "\(locked).key"
                )
                let transport = try SocketTransport.keeping { $0.tls.clientCertificate = certificate }
                let network = Network(transport: transport, scheduler: ImmediateScheduler())
                let result = await result(of: network.send(.get(url), abortAfter: .seconds(60), maxRetries: 0))
                guard case .failure(let error)? = result else { exit(3) }
                #expect(error.cause(as: TransportError.self)?.kind == .unsupported, "\(error)")
                #expect(terminal.shows == "")
            }
            #expect(server.events.isEmpty)
        }

        @Test func anEncryptedKeyIsReadWithItsPassword() async throws {  // EN28
            let server = try await TicketServer(certificates["server"])
            let locked = certificates["locked"]
            let client = try SecureClient(.sockets) {
                $0.tls.clientCertificate = TLSPolicy.ClientCertificate(
                    certificatePath: locked.certificate,
                    keyPath: locked.key,
                    password: "secret"
                )
            }
            #expect(try await client.text(server.url()) == "right")
        }
    }

    /// A new terminal that controls this process.
    private struct Terminal {
        private let observer: Int32

        init() throws {
            setsid()
            observer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            // The requests `TIOCSPTLCK` and `TIOCGPTN`, whose macros Swift cannot read, open the other side.
            var lock: Int32 = 0
            var number: Int32 = 0
            guard ioctl(observer, 0x4004_5431, &lock) == 0, ioctl(observer, 0x8004_5430, &number) == 0 else {
                throw POSIXError(.ENOTTY)
            }
            // The first terminal that the leader of a session opens controls it.
            guard open("/dev/pts/\(number)", O_RDWR) >= 0, open("/dev/tty", O_RDWR) >= 0 else {
                throw POSIXError(.ENOTTY)
            }
        }

        /// The text that was written to the terminal.
        var shows: String {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            var event = pollfd(fd: observer, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, 0) > 0 else { return "" }
            return String(decoding: buffer.prefix(max(0, read(observer, &buffer, buffer.count))), as: UTF8.self)
        }
    }
#endif
