#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The addresses of proxies (EN37).
    @Suite struct ProxyServerTests {
        @Test(arguments: [
            ("http://proxy.test:3128", "http", "proxy.test", 3_128), ("proxy.test:3128", "http", "proxy.test", 3_128),
            ("proxy.test", "http", "proxy.test", 1_080), ("http://proxy.test", "http", "proxy.test", 1_080),
            ("https://proxy.test", "https", "proxy.test", 443), ("HTTPS://Proxy.TEST/", "https", "proxy.test", 443),
            ("socks5://127.0.0.1", "socks5", "127.0.0.1", 1_080), ("socks5h://[::1]:9050", "socks5h", "::1", 9_050),
            ("http://[2001:DB8::1]/x?y#z", "http", "2001:db8::1", 1_080), ("http://a_b-c:1", "http", "a_b-c", 1),
        ])
        func aURLNamesAProxy(text: String, kind: String, host: String, port: Int) throws {  // EN37
            let proxy = try ProxyServer(text)
            #expect(proxy.kind.rawValue == kind && proxy.host == host && proxy.port == port)
            #expect(proxy.credentials == nil)
        }

        @Test(arguments: [
            "", "socks4://h", "socks4a://h", "socks://h", "ftp://h", "://h", "http://", "http://:80", "http://h:",
            "http://h:0", "http://h:65536", "http://h:x", "http://h:+1", "http://[::1", "http://[x]", "http://::1",
            "http://a b", "http://a\r\nb", "http://é.test", "http://u:%@h", "http://u%zz@h", "http://[::1]x",
        ])
        func textThatIsNoProxyURLIsRejected(text: String) {  // EN37
            #expect(throws: ProxyServer.Flaw.self) { try ProxyServer(text) }
        }

        @Test func credentialsAreDecodedAndGivenOnesWin() throws {  // EN37
            let proxy = try ProxyServer("http://a%40b:p%3A%2f@h:1")
            #expect(proxy.credentials == .init(user: "a@b", password: "p:/"))
            #expect(try ProxyServer("http://a@b@h:1").credentials == .init(user: "a@b", password: ""))
            let given = ProxyServer.Credentials(user: "x", password: "y")
            #expect(try ProxyServer("http://a:b@h", credentials: given).credentials == given)
            #expect(given.basic == "Basic eDp5")
        }

        @Test func credentialsForSOCKSHaveAtMost255Bytes() throws {  // EN37
            let long = String(repeating: "x", count: 256)
            for credentials in [ProxyServer.Credentials(user: long, password: ""), .init(user: "", password: long)] {
                #expect(throws: ProxyServer.Flaw.self) { try ProxyServer("socks5h://h", credentials: credentials) }
                #expect(try ProxyServer("http://h", credentials: credentials).credentials == credentials)
            }
        }

        @Test func noDescriptionShowsThePassword() throws {  // EN37
            let proxy = try ProxyServer("https://ape:c4n4ry@[::1]:1")
            let server = Server(origin: Server(isSecure: true, host: "origin.test", port: 443), through: proxy)
            let credentials = try #require(proxy.credentials)
            var texts = ["\(proxy)", "\(server)", "\(credentials)", String(reflecting: proxy)]
            for value: Any in [proxy, server, credentials] {
                var text = ""
                dump(value, to: &text)
                texts.append(text)
            }
            #expect(texts.allSatisfy { !$0.contains("c4n4ry") }, "\(texts)")
            #expect(texts[0] == "https://[::1]:1")
        }

        @Test func noTextOfAFlawIsSecret() {  // EN37
            for text in ["odd://ape:c4n4ry@h", "http://ape:c4n4ry@h:x", "http://ape:c4n4ry%@h", "c4n4ry@", "c4n4ry é"] {
                let flaw = #expect(throws: ProxyServer.Flaw.self) { try ProxyServer(text) }
                #expect(flaw?.text.contains("c4n4ry") == false)
            }
        }
    }

    /// The hosts that are reached without a proxy (EN37).
    @Suite struct ProxyExceptionsTests {
        @Test(arguments: [
            ("example.com", "example.com"), (".example.com", "example.com"), ("example.com", "www.example.com"),
            (".example.com", "www.example.com"), ("example.com.", "example.com"), ("EXAMPLE.com", "www.example.com"),
            ("a,b c\td , example.com", "example.com"), ("*", "anything.test"), ("*", "::1"), ("127.0.0.1", "127.0.0.1"),
            ("::1", "::1"), ("[::1]", "::1"), ("0:0::1", "::1"), ("10.0.0.0/8", "10.1.2.3"),
            ("10.1.2.3/32", "10.1.2.3"),
            ("192.168.4.0/22", "192.168.7.255"), ("2001:db8::/33", "2001:db8:7fff::1"), ("x,127.0.0.1", "127.0.0.1"),
            ("10.0.0.1/0", "10.0.0.1"), ("localhost", "localhost"),
        ])
        func aHostInTheListOfExceptionsIsExcluded(list: String, host: String) {  // EN37
            #expect(ProxyExceptions(list).contains(host))
        }

        @Test(arguments: [
            ("", "example.com"), ("example.com", "badexample.com"), ("example.com", "com"), (".", "example.com"),
            ("www.example.com", "example.com"), ("*,x", "example.com"), ("*.example.com", "www.example.com"),
            ("127.0.0", "127.0.0.1"), ("0.0.1", "127.0.0.1"), ("127.0.0.1", "localhost"), ("10.0.0.0/8", "11.0.0.1"),
            ("10.0.0.0/33", "10.0.0.0"), ("10.0.0.0/-1", "10.0.0.0"), ("::/1", "127.0.0.1"), ("10.0.0.1/0", "10.0.0.2"),
            ("192.168.4.0/22", "192.168.8.0"), ("2001:db8::/33", "2001:db8:8000::1"), ("example.com:80", "example.com"),
        ])
        func aHostOutsideTheListOfExceptionsIsNotExcluded(list: String, host: String) {  // EN37
            #expect(!ProxyExceptions(list).contains(host))
        }
    }
#endif
