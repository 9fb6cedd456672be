#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The way of requests through proxies (EN37).
    @Suite struct ProxyRoutesTests {
        private let plain = Server(isSecure: false, host: "origin.test", port: 80)
        private let secure = Server(isSecure: true, host: "origin.test", port: 443)

        private func environment(_ variables: [String: String]) -> ProxyRoutes? {
            ProxyRoutes(.environment) { variables[$0] }
        }

        @Test(
            arguments: [
                (["http_proxy": "p:1"], "p", nil), (["https_proxy": "p:1"], nil, "p"),
                (["HTTPS_PROXY": "p:1"], nil, "p"),
                (["HTTP_PROXY": "p:1"], nil, nil), (["all_proxy": "p:1"], "p", "p"), (["ALL_PROXY": "p:1"], "p", "p"),
                (["http_proxy": "p:1", "all_proxy": "q:1"], "p", "q"),
                (["https_proxy": "p", "HTTPS_PROXY": "q"], nil, "p"),
                (["http_proxy": "", "all_proxy": "q:1"], "q", "q"), (["http_proxy": ""], nil, nil), ([:], nil, nil),
                (["all_proxy": "p", "no_proxy": "origin.test"], nil, nil),
                (["all_proxy": "p", "no_proxy": "x"], "p", "p"),
                (["all_proxy": "p", "NO_PROXY": ".test"], nil, nil), (["all_proxy": "p", "no_proxy": "*"], nil, nil),
                (["all_proxy": "p", "no_proxy": "x", "NO_PROXY": "*"], "p", "p"), (["ftp_proxy": "p"], nil, nil),
            ] as [([String: String], String?, String?)]
        )
        func theEnvironmentIsReadAsByCurl(variables: [String: String], http: String?, https: String?) throws {  // EN37
            let routes = environment(variables)
            #expect(try routes?.server(for: plain).proxy?.host == http)
            #expect(try routes?.server(for: secure).proxy?.host == https)
        }

        @Test func proxyVariablesOfTheEnvironmentAreIgnoredUnlessAskedFor() throws {  // EN37
            #expect(ProxyRoutes(.none) { _ in "p:1" } == nil)
            let routes = ProxyRoutes(.server(url: "q:1")) { _ in "p:1" }
            #expect(try routes?.server(for: plain).proxy?.host == "q")
        }

        @Test func aProxyThatCannotBeUsedIsAFailure() throws {  // EN37
            let routes = try #require(
                environment(["http_proxy": "socks4://h", "https_proxy": "h", "no_proxy": "other.test"])
            )
            let error = #expect(throws: TransportError.self) { try routes.server(for: plain) }
            #expect(error?.kind == .unsupported && error?.mayHaveReachedServer == false)
            #expect(try routes.server(for: secure).proxy?.host == "h")
            #expect(try routes.server(for: Server(isSecure: false, host: "other.test", port: 80)).proxy == nil)
        }

        @Test(arguments: ["socks5", "socks5h"])
        func aNameThatSOCKSCannotCarryIsAFailure(kind: String) throws {  // EN37
            let routes = try #require(ProxyRoutes(.server(url: "\(kind)://p:1")))
            let fitting = String(repeating: "a.", count: 127) + "a"
            #expect(try routes.server(for: Server(isSecure: false, host: fitting, port: 80)).host == fitting)
            let error = #expect(throws: TransportError.self) {
                try routes.server(for: Server(isSecure: false, host: "a\(fitting)", port: 80))
            }
            #expect(error?.kind == .unsupported && error?.mayHaveReachedServer == false)
        }

        @Test(arguments: ["http", "https"])
        func aProxyOfHTTPSharesConnectionsForHTTPOnly(kind: String) throws {  // EN10, EN37
            let routes = try #require(ProxyRoutes(.server(url: "\(kind)://p:1")))
            let other = Server(isSecure: false, host: "other.test", port: 8_080)
            let way = try routes.server(for: plain)
            #expect(try way == routes.server(for: other))
            #expect(way.host == "p" && way.port == 1 && way.isForwarding && way.usesTLS == (kind == "https"))
            let tunnel = try routes.server(for: secure)
            #expect(tunnel.host == "origin.test" && tunnel.port == 443 && !tunnel.isForwarding && tunnel.usesTLS)
            #expect(tunnel != secure && tunnel != way)
        }

        @Test(arguments: ["socks5", "socks5h"])
        func aProxyOfSOCKSHasAConnectionForEachOrigin(kind: String) throws {  // EN37
            let routes = try #require(ProxyRoutes(.server(url: "\(kind)://p:1")))
            let way = try routes.server(for: plain)
            #expect(way.host == "origin.test" && way.port == 80 && !way.isForwarding && !way.usesTLS)
            #expect(way != plain)
            #expect(try routes.server(for: secure).isSecure)
        }

        @Test func serversThroughDifferentProxiesAreDifferent() throws {
            let texts = ["p:1", "p:2", "q:1", "https://p:1", "socks5://p:1", "socks5h://p:1", "u@p:1", "u:x@p:1"]
            let servers = try texts.map { Server(origin: secure, through: try ProxyServer($0)) }
            #expect(Set(servers).count == texts.count)
            #expect(try Server(origin: secure, through: ProxyServer("p:1")) == servers[0])
        }
    }
#endif
