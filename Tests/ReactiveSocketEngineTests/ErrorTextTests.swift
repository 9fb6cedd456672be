#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The kind, the phase, the number and the text of failures over sockets.
    @Suite struct ErrorTextTests {
        private func failure(
            _ request: Request,
            _ script: @escaping @Sendable (RawServer.Peer) -> Void
        ) async throws -> TransportError {
            let server = try RawServer(script)
            var request = request
            request.url = server.url()
            return try #require(try await Wire.sockets.hear(request).error)
        }

        private func expect(
            _ error: TransportError?,
            _ kind: TransportError.Kind,
            _ phase: TransferPhase,
            code: Int32?,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let text = "\(String(describing: error))"
            #expect(error?.kind == kind && error?.phase == phase, "\(text)", sourceLocation: sourceLocation)
            #expect(error?.underlyingCode == code.map { Int($0) }, "\(text)", sourceLocation: sourceLocation)
            #expect(error?.detail?.isEmpty == false, "\(text)", sourceLocation: sourceLocation)
            guard let code else { return }
            let meaning = String(cString: strerror(code))
            #expect(error?.detail?.contains(meaning) == true, "\(text)", sourceLocation: sourceLocation)
        }

        @Test func theErrorOfARefusedConnectionHasTheNumberOfTheSystem() async throws {  // EN24
            let url = "http://127.0.0.1:\(try LoopbackServer.closedPort())/"
            expect(try await Wire.sockets.hear(url).error, .cannotConnect, .connecting, code: ECONNREFUSED)
            let nowhere = try Wire.sockets.transport { $0.unixSocketPath = "/nowhere/socket" }
            expect(try await nowhere.hear(.get(url)).error, .cannotConnect, .connecting, code: ENOENT)
        }

        @Test func anUnknownNameHasAText() async throws {  // EN24
            let error = try await Wire.sockets.hear("http://nothing.invalid/").error
            #expect(error?.kind == .cannotResolveHost && error?.phase == .connecting, "\(String(describing: error))")
            #expect(error?.detail?.isEmpty == false)
        }

        @Test(arguments: ["http", "https", "socks5", "socks5h"])
        func aFailureOnTheWayToTheProxyNamesTheProxy(_ scheme: String) async throws {  // EN24, EN37
            let port = try LoopbackServer.closedPort()
            for (host, kind) in [
                ("nothing.invalid", TransportError.Kind.cannotResolveHost), ("127.0.0.1", .cannotConnect),
            ] {
                let wire = try Wire.sockets.transport { $0.proxy = .server(url: "\(scheme)://\(host):\(port)") }
                let error = try await wire.hear(.get("http://127.0.0.2/")).error
                #expect(error?.kind == kind && error?.host == host, "\(String(describing: error))")
                #expect(error?.detail?.hasPrefix("the proxy \(host):\(port): ") == true)
            }
        }

        @Test func aNameThatTheSOCKS5ProxyDoesNotLookUpIsReportedAsTheTargets() async throws {  // EN24, EN37
            let port = try LoopbackServer.closedPort()
            let wire = try Wire.sockets.transport { $0.proxy = .server(url: "socks5://127.0.0.1:\(port)") }
            let error = try await wire.hear(.get("http://nothing.invalid/")).error
            #expect(error?.kind == .cannotResolveHost && error?.host == "nothing.invalid")
        }

        @Test func anAddressOfAnExcludedFamilyIsRefused() async throws {  // EN8
            let port = try LoopbackServer.closedPort()
            let ipv6 = try Wire.sockets.transport { $0.addressFamily = .ipv6 }
            let ipv4 = try Wire.sockets.transport { $0.addressFamily = .ipv4 }
            let mapped = "[::ffff:127.0.0.1]"
            for (wire, host) in [(ipv6, "127.0.0.1"), (ipv6, mapped), (ipv4, "[::1]"), (ipv4, mapped)] {
                let error = try await wire.hear(.get("http://\(host):\(port)/")).error
                expect(error, .unsupported, .connecting, code: nil)
                #expect(error?.detail?.contains(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))) == true)
            }
            expect(
                try await ipv4.hear(.get("http://127.0.0.1:\(port)/")).error,
                .cannotConnect,
                .connecting,
                code: ECONNREFUSED
            )
        }

        @Test func anEndBeforeTheResponseIsALostConnection() async throws {  // EN24
            let error = try await failure(.get()) { _ = $0.receiveHead() }
            expect(error, .connectionLost, .waitingForHead, code: nil)
        }

        @Test func anEndInsideTheResponseIsATruncation() async throws {  // EN24
            let inHead = try await failure(.get()) { peer in
                if peer.receiveHead() { peer.send("HTTP/1.1 200 OK\r\nCont") }
            }
            #expect(inHead.kind == .truncatedResponse, "\(inHead)")
            let inBody = try await failure(.get()) { peer in
                if peer.receiveHead() { peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello") }
            }
            expect(inBody, .truncatedResponse, .receiving, code: nil)
        }

        @Test func aResetIsALostConnectionAtAnyTime() async throws {  // EN24
            let atFirst = try await failure(.get()) { peer in
                _ = peer.receiveHead()
                peer.reset()
            }
            expect(atFirst, .connectionLost, .waitingForHead, code: ECONNRESET)
            let inBody = try await failure(.get()) { peer in
                if peer.receiveHead() { peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello") }
                peer.pause(milliseconds: 20)
                peer.reset()
            }
            expect(inBody, .connectionLost, .receiving, code: ECONNRESET)
        }

        @Test func theErrorOfAnUploadThatIsResetHasTheNumberOfTheSystem() async throws {  // EN24
            let request = RequestBuilder(.put, "http://api.test/").data(Data(count: 40_000_000)).build()
            let error = try await failure(request) { peer in
                _ = peer.receiveHead()
                peer.reset()
            }
            #expect(error.kind == .connectionLost, "\(error)")
            #expect([Int(ECONNRESET), Int(EPIPE)].contains(error.underlyingCode), "\(error)")
        }

        @Test func anInvalidResponseHasNoNumberButAText() async throws {  // EN19, EN24
            let error = try await failure(.get()) { peer in
                if peer.receiveHead() { peer.send("ICY 200 OK\r\n\r\n") }
                peer.drain()
            }
            expect(error, .invalidResponse, .waitingForHead, code: nil)
        }

        @Test(.enabled(if: TicketServer.isPossible)) func aFailureOfTLSNamesItsLibrary() async throws {  // EN24
            let server = try await TicketServer(try await Certificates.made()["expired"])
            let error = await (try SecureClient(.sockets)).transportError(server.url())
            #expect(error?.underlyingCode != nil, "\(String(describing: error))")
            #expect(error?.detail?.contains("OpenSSL") == true, "\(String(describing: error))")
        }

        @Test(arguments: [("/a", "/a", nil), ("/a", "/b", TransportError.Kind.redirectRefused)])
        func aRedirectNeedsOneTarget(first: String, second: String, kind: TransportError.Kind?) async throws {  // EN24
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                let fields = "Location: \(first)\r\nLocation: \(second)\r\n"
                peer.send("HTTP/1.1 302 Found\r\n\(fields)Content-Length: 0\r\n\r\n")
                peer.answer(from: 2)
            }
            let transport = try SocketTransport.keeping()
            let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
            let error = await network.failure(.get(server.url()))
            #expect(error?.cause(as: TransportError.self)?.kind == kind, "\(String(describing: error))")
            #expect(server.requestLines == ["GET / HTTP/1.1"] + (kind == nil ? ["GET /a HTTP/1.1"] : []))
        }
    }
#endif
