#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    extension TransportConformanceTests {
        /// Proxies between the client and the host of a request.
        @Suite struct Proxies {
            private static let credentials = SocketTransport.Proxy.Credentials(user: "ape", password: "c4n4ry")
            private static let credentialsInBase64 = Data("ape:c4n4ry".utf8).base64EncodedString()
            private let proxy: LoopbackServer
            private let origin: LoopbackServer

            init() throws {
                proxy = try LoopbackServer()
                origin = try LoopbackServer()
                origin.on("*", .text("origin"))
            }

            private func transport(_ wire: Wire, _ exceptions: [String] = []) throws -> any Transport {
                try wire.transport { settings in
                    settings.proxy = .server(
                        url: "http://127.0.0.1:\(proxy.port)",
                        credentials: Self.credentials,
                        exceptions: exceptions
                    )
                }
            }

            @Test(arguments: Wire.sound)
            func aPlainRequestIsSentToTheProxyWithItsWholeURL(wire: Wire) async throws {  // EN37
                proxy.on("*", .text("proxied"))
                let heard = try await transport(wire).hear(.get("http://origin.invalid/a%2Fb?c=1"))
                #expect(heard.text == "proxied")
                let received = try #require(proxy.requests.last)
                #expect(received.target == "http://origin.invalid/a%2Fb?c=1")
                #expect(received.header("Host") == "origin.invalid")
                #expect(received.header("Proxy-Authorization") == "Basic \(Self.credentialsInBase64)")
                #expect(received.header("Authorization") == nil)
            }

            @Test(arguments: Wire.sound)
            func anExcludedHostIsReachedDirectlyWithoutTheProxysCredentials(wire: Wire) async throws {  // EN37
                let heard = try await transport(wire, ["127.0.0.1"]).hear(.get(origin.url("/")))
                #expect(heard.text == "origin")
                #expect(proxy.acceptedConnectionCount == 0)
                let head = try #require(origin.requests.last).headText
                #expect(!head.contains(Self.credentialsInBase64))
                #expect(!head.lowercased().contains("proxy-"))
            }

            @Test(arguments: Wire.sound, [407, 403, 502])
            func aProxyThatRefusesATunnelIsATypedFailure(wire: Wire, status: Int) async throws {  // EN37, TC-77
                proxy.on(
                    "CONNECT",
                    "*",
                    LoopbackServer.Reply.text("no", status: HTTP.StatusCode(rawValue: status)).header(
                        "Proxy-Authenticate",
                        "Basic realm=\"p\""
                    )
                )
                let request = RequestBuilder(.post, "https://origin.invalid/secret").header("X-Secret", "1").build()
                let heard = try await transport(wire).hear(request)
                #expect(heard.error?.kind == .proxyRefused, "\(String(describing: heard.error))")
                #expect(heard.error?.mayHaveReachedServer == false)
                #expect(heard.error?.phase == .connecting)
                #expect(heard.error?.detail?.contains("c4n4ry") == false)
                let received = try #require(proxy.requests.last)
                #expect(received.target == "origin.invalid:443")
                #expect(received.header("X-Secret") == nil)
                #expect(!received.headText.contains("secret"))
            }

            @Test(arguments: Wire.sound)
            func aProxyThatClosesOrResetsIsATypedFailure(wire: Wire) async throws {  // EN37
                for reply in [LoopbackServer.Reply.closeBeforeHead, .reset, .garbage("hello\r\n\r\n".utf8)] {
                    proxy.on("CONNECT", "*", reply)
                    let heard = try await transport(wire).hear(.post("https://origin.invalid/"))
                    let kinds: [TransportError.Kind] = [
                        .proxyRefused, .connectionLost, .handshakeFailed, .cannotConnect,
                    ]
                    #expect(kinds.contains { $0 == heard.error?.kind }, "\(String(describing: heard.error))")
                    #expect(heard.error?.mayHaveReachedServer == false)
                    #expect(heard.heads.isEmpty)
                }
            }

            @Test(arguments: Wire.sound)
            func aSlowProxyCountsTowardTheConnectTimeout(wire: Wire) async throws {  // EN37
                proxy.on("CONNECT", "*", .silent)
                let transport = try wire.transport { settings in
                    settings.proxy = .server(url: "http://127.0.0.1:\(proxy.port)")
                    settings.connectTimeout = .milliseconds(300)
                }
                let heard = try await transport.hear(.post("https://origin.invalid/"))
                #expect(heard.error?.kind == .connectTimedOut, "\(String(describing: heard.error))")
                #expect(heard.error?.mayHaveReachedServer == false)
            }

            @Test(arguments: Wire.sound)
            func theProxysCredentialsDoNotPassThroughATunnel(wire: Wire) async throws {  // EN37
                proxy.on("CONNECT", "*", .raw("HTTP/1.1 200 Established\r\n\r\n"))
                let heard = try await transport(wire).hear(.post("https://origin.invalid/"))
                // The tunnel carries a TLS handshake, which this proxy cannot answer.
                #expect([.handshakeFailed, .handshakeRefused].contains(heard.error?.kind))
                let tunnelled = try #require(proxy.rejections.last).headBytes
                #expect(tunnelled.first == 0x16)
                #expect(!String(decoding: tunnelled, as: UTF8.self).contains(Self.credentialsInBase64))
            }

            @Test(arguments: Wire.sound)
            func theResponseOfTheProxyToConnectIsNotTheResponse(wire: Wire) async throws {  // EN37, TC-77
                proxy.on(
                    "CONNECT",
                    "*",
                    LoopbackServer.Reply.raw("HTTP/1.1 200 Established\r\nX-A: 1\r\n\r\n", then: .close)
                )
                let heard = try await transport(wire).hear(.get("https://origin.invalid/"))
                #expect(heard.heads.isEmpty)
                #expect(heard.error != nil)
            }

            @Test(arguments: Wire.sound)
            func aMissingProxyIsATypedFailure(wire: Wire) async throws {  // EN37
                let closed = try LoopbackServer.closedPort()
                let refused = try await wire.transport { $0.proxy = .server(url: "http://127.0.0.1:\(closed)") }
                    .hear(.post("http://origin.invalid/"))
                #expect(refused.error?.kind == .cannotConnect)
                let unknown = try await wire.transport { $0.proxy = .server(url: "http://nothing.invalid:80") }
                    .hear(.post("http://origin.invalid/"))
                #expect(unknown.error?.kind == .cannotResolveHost)
            }

            @Test(arguments: Wire.sound)
            func theProxyOfTheEnvironmentIsUsedOnlyIfAskedFor(wire: Wire) async {  // EN37
                await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                    let proxy = try LoopbackServer()
                    let origin = try LoopbackServer()
                    proxy.on("*", .text("proxied"))
                    origin.on("*", .text("origin"))
                    for name in ["http_proxy", "all_proxy", "ALL_PROXY"] {
                        setenv(name, "http://ape:c4n4ry@127.0.0.1:\(proxy.port)", 1)
                    }
                    #expect(try await wire.newTransport().hear(.get(origin.url("/"))).text == "origin")
                    #expect(proxy.acceptedConnectionCount == 0)
                    #expect(
                        try await wire.transport { $0.proxy = .environment }.hear(.get(origin.url("/"))).text
                            == "proxied"
                    )
                    #expect(origin.requestCount == 1)
                    setenv("no_proxy", "127.0.0.1", 1)
                    #expect(
                        try await wire.transport { $0.proxy = .environment }.hear(.get(origin.url("/"))).text
                            == "origin"
                    )
                }
            }

            @Test(arguments: Wire.sound) func theNetrcFileIsNotRead(wire: Wire) async {
                await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                    let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(getpid())")
                    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
                    defer { try? FileManager.default.removeItem(at: home) }
                    let netrc = home.appendingPathComponent(".netrc")
                    try Data("machine 127.0.0.1 login ape password c4n4ry\n".utf8).write(to: netrc)
                    setenv("HOME", home.path, 1)
                    let server = try LoopbackServer()
                    server.on("/", .text("ok"))
                    #expect(try await wire.newTransport().hear(.get(server.url("/"))).text == "ok")
                    #expect(server.requests.last?.header("Authorization") == nil)
                }
            }
        }
    }
#endif
