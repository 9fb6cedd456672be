#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Cookies are stored only if asked for, separately in each transport.
    @Suite struct CookieTests {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
            server.on("/set", LoopbackServer.Reply.status(204).header("Set-Cookie", "a=1; Path=/; Max-Age=1000"))
            server.on("/get", .status(204))
            server.on("/away", .redirect(to: "/get"))
        }

        private func network(_ cookies: SocketTransport.Cookies, over wire: Wire) throws -> Network {
            Network(
                configuration: .patient,
                transport: try wire.transport { $0.cookies = cookies },
                scheduler: ImmediateScheduler()
            )
        }

        private func get(_ path: String, over network: Network) async throws -> [String] {
            _ = try await network.send(RequestBuilder(.get, server.url(path)).build()).value()
            return server.requests.last?.headers.values(of: "Cookie") ?? []
        }

        /// The event loop writes the file after the transport is released.
        private func holdsTheCookie(_ path: String) -> Bool {
            (try? String(contentsOfFile: path, encoding: .utf8))?.contains("127.0.0.1") ?? false
        }

        @Test(arguments: Wire.sound) func cookiesAreNotStoredByDefault(wire: Wire) async throws {
            let network = try network(.none, over: wire)
            #expect(try await get("/set", over: network) == [])
            #expect(try await get("/get", over: network) == [])
        }

        @Test(arguments: Wire.sound) func eachTransportHasItsOwnCookies(wire: Wire) async throws {  // F-69, EN38
            let network = try network(.inMemory, over: wire)
            #expect(try await get("/set", over: network) == [])
            #expect(try await get("/get", over: network) == ["a=1"])
            #expect(try await get("/away", over: network) == ["a=1"])
            #expect(try await get("/get", over: self.network(.inMemory, over: wire)) == [])
        }

        private static let foreignCookies = [
            "a=1; Path=/other", "a=1; Domain=example.com", "a=1; Domain=co.uk", "a=1; Domain=.com.",
            "a=1; Domain=0.0.1",
            "a=1; Max-Age=0", "a=\u{1}1", "__Host-a=1; Path=/", "__Secure-a=1",
        ]

        @Test(arguments: Wire.sound, foreignCookies)
        func cookiesThatDoNotApplyAreNotSentBack(wire: Wire, cookie: String) async throws {  // F-69, EN38
            server.on("/odd", LoopbackServer.Reply.status(204).header("Set-Cookie", cookie))
            let network = try network(.inMemory, over: wire)
            #expect(try await get("/odd", over: network) == [])
            #expect(try await get("/get", over: network) == [])
        }

        @Test(arguments: Wire.sound) func cookiesAreNotSentToAnotherHost(wire: Wire) async throws {  // F-69, EN38
            let network = try network(.inMemory, over: wire)
            #expect(try await get("/set", over: network) == [])
            let elsewhere = server.url("/get").replacing("127.0.0.1", with: "localhost")
            _ = try await network.send(RequestBuilder(.get, elsewhere).build()).value()
            #expect(server.requests.last?.headers.values(of: "Cookie") == [])
            #expect(try await get("/get", over: network) == ["a=1"])
        }

        @Test(arguments: Wire.sound) func aCookieFileOutlivesTheTransport(wire: Wire) async throws {  // F-69, EN38
            let path = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            _ = try await get("/set", over: network(.file(path), over: wire))
            #expect(await eventually { holdsTheCookie(path) })
            #expect(try await get("/get", over: network(.file(path), over: wire)) == ["a=1"])
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
        }

        @Test(arguments: Wire.sound) func aCookieFileIsReplacedAtomically(wire: Wire) async throws {  // F-69, EN38
            let directory = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: directory) }
            let path = directory.appending(path: "jar").path
            do {
                let network = try network(.file(path), over: wire)
                _ = try await get("/set", over: network)
                #expect(await eventually { holdsTheCookie(path) })
                var isWhole = true
                for _ in 1...20 {
                    _ = try await get("/set", over: network)
                    let end = ContinuousClock.now + .milliseconds(40)
                    while isWhole, ContinuousClock.now < end { isWhole = holdsTheCookie(path) }
                }
                #expect(isWhole)
            }
            // The last version is written when the transport is released.
            func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] }
            #expect(await eventually { names() == ["jar"] })
        }

        @Test(arguments: Wire.sound)
        func anExplicitCookieHeaderReplacesStoredCookies(wire: Wire) async throws {  // N14, EN38
            let network = try network(.inMemory, over: wire)
            #expect(try await get("/set", over: network) == [])
            _ = try await network.send(RequestBuilder(.get, server.url("/get")).header("Cookie", "b=2").build()).value()
            #expect(server.requests.last?.headers.values(of: "Cookie") == ["b=2"])
            #expect(try await get("/get", over: network) == ["a=1"])
        }

        @Test(arguments: Wire.sound)
        func theResponseToAnExplicitCookieHeaderChangesNoCookies(wire: Wire) async throws {  // EN38
            let network = try network(.inMemory, over: wire)
            _ = try await network.send(RequestBuilder(.get, server.url("/set")).header("Cookie", "b=2").build()).value()
            #expect(try await get("/get", over: network) == [])
        }

        @Test(arguments: Wire.sound) func theCookiesOfARedirectAreStored(wire: Wire) async throws {  // EN38
            server.on("/login", LoopbackServer.Reply.redirect(to: "/get").header("Set-Cookie", "a=1; Path=/"))
            let network = try network(.inMemory, over: wire)
            #expect(try await get("/login", over: network) == ["a=1"])
        }

        /// For curl(1), a dash means standard input and standard output.
        @Test func aDashIsAnOrdinaryFileName() async throws {  // F-69
            for wire in Wire.sound {
                defer { try? FileManager.default.removeItem(atPath: "-") }
                _ = try await get("/set", over: network(.file("-"), over: wire))
                #expect(await eventually { holdsTheCookie("-") })
            }
        }

        @Test(arguments: Wire.sound) func anUnusableCookieFileIsRejectedAtOnce(wire: Wire) {  // F-69
            #expect(throws: TransportError.self) { try network(.file("/nowhere/cookies"), over: wire) }
        }
    }
#endif
