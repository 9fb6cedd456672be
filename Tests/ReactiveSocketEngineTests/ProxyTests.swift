#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveStreams
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The engine with proxies that connect to servers.
    @Suite(.enabled(if: RelayProxy.isPossible && Nginx.isInstalled)) struct ProxyTests {
        private static let credentials = SocketTransport.Proxy.Credentials(user: "ape", password: "c4n4ry")

        private let certificates: Certificates
        private let origin: LoopbackServer

        init() async throws {
            certificates = try await Certificates.made()
            origin = try LoopbackServer()
            origin.on("*", .text("origin"))
        }

        private func transport(
            _ url: String,
            _ credentials: SocketTransport.Proxy.Credentials? = nil,
            _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
        ) throws -> SocketTransport {
            try SocketTransport.keeping { configuration in
                configuration.proxy = .server(url: url, credentials: credentials)
                configuration.tls.trust = .file(certificates.authority.certificate)
                change(&configuration)
            }
        }

        private func largeServer() async throws -> (Nginx, Data) {
            let server = try await Nginx(
                certificates["server"],
                "ssl",
                "root files; client_max_body_size 100m; location /large { }"
            )
            let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            try server.serve(data, at: "/large")
            return (server, data)
        }

        @Test func aTunnelCarriesRequestsAndIsUsedAgain() async throws {  // EN37
            let proxy = try await RelayProxy("http", certificates["server"])
            let (server, data) = try await largeServer()
            let transport = try transport("http://127.0.0.1:\(proxy.port)", Self.credentials)
            #expect(try await transport.hear(.get(server.url("/large"))).body == data)
            let upload = RequestBuilder(.post, server.url("/")).data(data).build()
            let heard = try await transport.hear(upload)
            #expect(heard.text == "ok", "\(String(describing: heard.error))")
            #expect(heard.metrics?.reusedConnection == true)
            let basic = "authorization Basic \(Data("ape:c4n4ry".utf8).base64EncodedString())"
            #expect(proxy.events == ["connected", "request CONNECT localhost:\(server.port) HTTP/1.1", basic])
        }

        @Test func aWebSocketGoesThroughATunnel() async throws {  // EN37, W1
            let proxy = try await RelayProxy("http", certificates["server"])
            origin.on("/echo") { request in .webSocketEcho(to: request) }
            let transport = try transport("http://127.0.0.1:\(proxy.port)", Self.credentials)
            let network = Network(configuration: .patient, transport: transport)
            let url = "ws://origin.test:\(origin.port)/echo"
            for try await socket in network.webSocket(Request(.get, url)).values() {
                socket.send(.text("a")).start()
                for try await message in socket.messages.values() {
                    #expect(message == .text("a"))
                    socket.close().start()
                }
            }
            #expect(try await transport.hear(.get("http://origin.test:\(origin.port)/")).text == "proxied")
            let basic = "authorization Basic \(Data("ape:c4n4ry".utf8).base64EncodedString())"
            let tunnel = ["connected", "request CONNECT origin.test:\(origin.port) HTTP/1.1", basic]
            #expect(Array(proxy.events.prefix(3)) == tunnel)
            #expect(origin.requests.first?.header("Proxy-Authorization") == nil)
        }

        @Test func aProxyIsVerifiedByTheSystemsAuthoritiesOnly() async throws {  // EN37
            let proxy = try await RelayProxy("https", certificates["server"])
            for url in [origin.url("/"), "https://localhost:1/"] {
                let error = try await transport("https://localhost:\(proxy.port)", Self.credentials).hear(.get(url))
                    .error
                #expect(error?.kind == .untrustedCertificate, "\(String(describing: error))")
                #expect(error?.mayHaveReachedServer == false && error?.phase == .connecting)
            }
            #expect(await eventually { proxy.events == ["failed", "failed"] })
        }

        /// The test runs in a separate process, whose variables name the authority of the proxy.
        @Test func aProxyOverTLSCarriesPlainRequestsAndTLSToServers() async throws {  // EN37
            let proxy = try await RelayProxy("https", certificates["server"])
            let (server, _) = try await largeServer()
            let (port, large, small) = (proxy.port, server.url("/large"), server.url("/"))
            let authority = certificates.authority.certificate
            await #expect(processExitsWith: .success) {
                [
                    port = port as Int, large = large as String, small = small as String,
                    authority = authority as String
                ] in
                setenv("SSL_CERT_FILE", authority, 1)
                let transport = try SocketTransport.keeping { configuration in
                    configuration.proxy = .server(url: "https://ape:c4n4ry@localhost:\(port)")
                    configuration.tls.trust = .file(authority)
                }
                let plain = try await transport.hear(.get("http://origin.invalid/a?b"))
                #expect(plain.text == "proxied", "\(String(describing: plain.error))")
                let again = try await transport.hear(.get("http://other.invalid/"))
                #expect(again.text == "proxied" && again.metrics?.reusedConnection == true)
                let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
                let body = try await transport.hear(.get(large)).body
                #expect(body == data)
                let upload = RequestBuilder(.post, small).data(data).build()
                let heard = try await transport.hear(upload)
                #expect(heard.text == "ok", "\(String(describing: heard.error))")
                #expect(heard.metrics?.reusedConnection == true)
                // Another process may have the same authorities for both.
                let system = try SocketTransport.keeping { $0.proxy = .server(url: "https://localhost:\(port)") }
                #expect(try await system.hear(.get(small)).text == "ok")
            }
            let requests = proxy.events.filter { $0.hasPrefix("request ") }
            #expect(
                requests == [
                    "request GET http://origin.invalid/a?b HTTP/1.1", "request GET http://other.invalid/ HTTP/1.1",
                    "request CONNECT localhost:\(server.port) HTTP/1.1",
                    "request CONNECT localhost:\(server.port) HTTP/1.1",
                ]
            )
        }

        @Test func theProxyLooksUpNamesForSOCKS5h() async throws {  // EN37
            let proxy = try await RelayProxy("socks", certificates["server"])
            let transport = try transport("socks5h://127.0.0.1:\(proxy.port)")
            let url = origin.url("/").replacing("127.0.0.1", with: "origin.invalid")
            let heard = try await transport.hear(.get(url))
            #expect(heard.text == "origin", "\(String(describing: heard.error))")
            #expect(try await transport.hear(.get(url)).metrics?.reusedConnection == true)
            #expect(proxy.events == ["connected", "methods 0", "target origin.invalid"])
            let received = try #require(origin.requests.last)
            #expect(received.target == "/" && received.header("Host") == "origin.invalid:\(origin.port)")
        }

        @Test func theClientLooksUpNamesForSOCKS5() async throws {  // EN37
            let proxy = try await RelayProxy("socks", certificates["server"])
            let transport = try transport("socks5://127.0.0.1:\(proxy.port)") { $0.addressFamily = .ipv4 }
            let local = origin.url("/").replacing("127.0.0.1", with: "localhost")
            #expect(try await transport.hear(.get(local)).text == "origin")
            #expect(try await transport.hear(.get(origin.url("/"))).text == "origin")
            let unknown = try await transport.hear(.post("http://origin.invalid/")).error
            #expect(unknown?.kind == .cannotResolveHost && unknown?.mayHaveReachedServer == false)
            #expect(proxy.events.filter { $0.hasPrefix("target") } == ["target 127.0.0.1", "target 127.0.0.1"])
        }

        @Test func aProxyOfSOCKSCarriesTLSAndGetsThePassword() async throws {  // EN37
            let proxy = try await RelayProxy("socks", certificates["server"], asksForPassword: true)
            let (server, data) = try await largeServer()
            let transport = try transport("socks5h://127.0.0.1:\(proxy.port)", Self.credentials)
            #expect(try await transport.hear(.get(server.url("/large"))).body == data)
            #expect(
                proxy.events == ["connected", "methods 0 2", "password ape c4n4ry", "target localhost"]
            )
            let wrong = SocketTransport.Proxy.Credentials(user: "other", password: "c4n4ry")
            let error = try await self.transport("socks5h://127.0.0.1:\(proxy.port)", wrong).hear(.get(server.url()))
                .error
            #expect(error?.kind == .proxyRefused && error?.detail?.contains("c4n4ry") == false)
        }

        @Test func aTunnelThatEndsIsAFailedHandshake() async throws {  // EN37, TC-77
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 Connection established\r\n\r\n")
            }
            let heard = try await transport("http://127.0.0.1:\(server.port)").hear(.post("https://origin.invalid/"))
            #expect(heard.error?.kind == .handshakeFailed, "\(String(describing: heard.error))")
            #expect(heard.error?.mayHaveReachedServer == false)
        }

        @Test func aTunnelOpensInWhateverPiecesTheAnswerArrives() async throws {  // EN37
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                for byte in "HTTP/1.1 200 OK\r\n\r\n".utf8 {
                    peer.send([byte])
                    peer.pause(milliseconds: 1)
                }
                // A handshake follows.
                guard peer.receive() else { return }
                peer.send([21, 3, 3, 0, 2, 2, 40])
                peer.drain()
            }
            let heard = try await transport("http://127.0.0.1:\(server.port)").hear(.post("https://origin.invalid/"))
            #expect(heard.error?.kind == .handshakeRefused, "\(String(describing: heard.error))")
        }

        @Test func bytesBehindTheProxysAnswerToConnectAreRefused() async throws {  // EN12, EN37
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
                peer.drain()
            }
            let heard = try await transport("http://127.0.0.1:\(server.port)").hear(.get("https://origin.invalid/"))
            #expect(heard.error?.kind == .proxyRefused && heard.heads.isEmpty, "\(String(describing: heard.error))")
        }

        @Test func aDisposedNegotiationEndsItsConnection() async throws {  // N3, EN37
            let server = try RawServer { $0.drain() }
            let transport = try transport("http://127.0.0.1:\(server.port)")
            let handle = try transport.exchange(Request.get("https://origin.invalid/").prepared()).start()
            #expect(await eventually { server.received[1]?.isEmpty == false })
            handle.dispose()
            #expect(await eventually { server.endedConnections == [1] })
        }

        @Test func aRequestsOwnCredentialsForTheProxyWin() async throws {  // N14, EN37
            let proxy = try await RelayProxy("http", certificates["server"])
            let transport = try transport("http://127.0.0.1:\(proxy.port)", Self.credentials)
            let request = RequestBuilder(.get, "http://origin.invalid").header("Proxy-Authorization", "Other x").build()
            #expect(try await transport.hear(request).text == "proxied")
            #expect(
                proxy.events == [
                    "connected", "request GET http://origin.invalid/ HTTP/1.1", "authorization Other x",
                ]
            )
        }
    }
#endif
