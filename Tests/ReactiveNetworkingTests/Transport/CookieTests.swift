#if os(Linux)
    import Foundation
    import ReactiveNetworking
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

        private func network(_ cookies: CurlTransport.Cookies) throws -> Network {
            var configuration = CurlTransport.Configuration()
            configuration.cookies = cookies
            return Network(
                configuration: .patient,
                transport: try CurlTransport(configuration),
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

        @Test func cookiesAreNotStoredByDefault() async throws {
            let network = try network(.none)
            #expect(try await get("/set", over: network) == [])
            #expect(try await get("/get", over: network) == [])
        }

        @Test func eachTransportHasItsOwnCookies() async throws {  // F-69
            let network = try network(.inMemory)
            #expect(try await get("/set", over: network) == [])
            #expect(try await get("/get", over: network) == ["a=1"])
            #expect(try await get("/away", over: network) == ["a=1"])
            #expect(try await get("/get", over: self.network(.inMemory)) == [])
        }

        @Test(arguments: [
            "a=1; Path=/other", "a=1; Domain=example.com", "a=1; Domain=co.uk", "a=1; Domain=.com.",
            "a=1; Domain=0.0.1",
            "a=1; Max-Age=0", "a=\u{1}1", "__Host-a=1; Path=/", "__Secure-a=1",
        ]) func cookiesThatDoNotApplyAreNotSentBack(cookie: String) async throws {  // F-69
            server.on("/odd", LoopbackServer.Reply.status(204).header("Set-Cookie", cookie))
            let network = try network(.inMemory)
            #expect(try await get("/odd", over: network) == [])
            #expect(try await get("/get", over: network) == [])
        }

        @Test func cookiesAreNotSentToAnotherHost() async throws {  // F-69
            let network = try network(.inMemory)
            #expect(try await get("/set", over: network) == [])
            let elsewhere = server.url("/get").replacing("127.0.0.1", with: "localhost")
            _ = try await network.send(RequestBuilder(.get, elsewhere).build()).value()
            #expect(server.requests.last?.headers.values(of: "Cookie") == [])
            #expect(try await get("/get", over: network) == ["a=1"])
        }

        @Test func aCookieFileOutlivesTheTransport() async throws {  // F-69
            let path = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            _ = try await get("/set", over: network(.file(path)))
            #expect(await eventually { holdsTheCookie(path) })
            #expect(try await get("/get", over: network(.file(path))) == ["a=1"])
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
        }

        /// libcurl truncates a file before it writes it.
        @Test func aCookieFileIsReplacedAtomically() async throws {  // F-69
            let directory = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: directory) }
            let path = directory.appending(path: "jar").path
            do {
                let network = try network(.file(path))
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

        @Test func anExplicitCookieHeaderReplacesStoredCookies() async throws {  // N14
            let network = try network(.inMemory)
            #expect(try await get("/set", over: network) == [])
            _ = try await network.send(RequestBuilder(.get, server.url("/get")).header("Cookie", "b=2").build()).value()
            #expect(server.requests.last?.headers.values(of: "Cookie") == ["b=2"])
            #expect(try await get("/get", over: network) == ["a=1"])
        }

        /// For libcurl a dash means standard input and standard output.
        @Test func aDashIsAnOrdinaryFileName() async throws {  // F-69
            defer { try? FileManager.default.removeItem(atPath: "-") }
            _ = try await get("/set", over: network(.file("-")))
            #expect(await eventually { holdsTheCookie("-") })
        }

        @Test func anUnusableCookieFileIsRejectedAtOnce() {  // F-69
            #expect(throws: TransportError.self) { try network(.file("/nowhere/cookies")) }
        }
    }
#endif
