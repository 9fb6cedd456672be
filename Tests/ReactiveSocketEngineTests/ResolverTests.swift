#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The engine with a resolver of the user (AD16).
    @Suite struct ResolverTests {
        private struct Broken: Error {}

        private let asked = Locked<[String]>([])

        /// A resolver that notes what it is asked, and knows this machine only.
        private var noting: NameResolver {
            NameResolver { [asked] name in
                asked.withLock { $0.append(name) }
                return ["127.0.0.1"]
            }
        }

        @Test func theRequestHasTheNameOfTheURL() async throws {
            let server = try LoopbackServer()
            server.on("*", LoopbackServer.Reply.text("here").header("Set-Cookie", "a=1; Path=/"))
            let transport = try SocketTransport.keeping { configuration in
                configuration.resolver = noting
                configuration.cookies = .inMemory
            }
            let url = "http://Api.Example.test:\(server.port)/"
            let heard = try await transport.hear(.get(url))
            #expect(heard.text == "here", "\(heard)")
            #expect(heard.metrics?.remoteAddress == "127.0.0.1")
            #expect(try await transport.hear(.get(url)).text == "here")
            // The cookie belongs to the name, not to the address.
            #expect(try await transport.hear(.get(server.url("/"))).text == "here")
            #expect(server.requests.map { $0.header("Cookie") } == [nil, "a=1", nil])
            #expect(server.requests.first?.header("Host")?.lowercased() == "api.example.test:\(server.port)")
            #expect(asked.withLock { $0 } == ["api.example.test"])
        }

        @Test(.enabled(if: Nginx.isInstalled)) func theCertificateMustNameTheHostOfTheURL() async throws {
            let certificates = try await Certificates.made()
            let server = try await Nginx(
                certificates["server"],
                "ssl",
                "location = /name { return 200 $ssl_server_name; }"
            )
            let transport = try SocketTransport.keeping { configuration in
                configuration.resolver = noting
                configuration.tls.trust = .file(certificates.authority.certificate)
            }
            #expect(try await transport.hear(.get(server.url("/name", host: "api.localhost"))).text == "api.localhost")
            let error = try await transport.hear(.get(server.url(host: "other.test"))).error
            #expect(error?.kind == .untrustedCertificate, "\(String(describing: error))")
        }

        @Test func theNextAddressIsTriedAfterARefusalAtOnce() async throws {  // EN9
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping { configuration in
                configuration.resolver = .system.overriding(["a.test": ["127.0.0.2", "127.0.0.1"]])
            }
            let heard = try await transport.hear(.get("http://a.test:\(server.port)/"))
            #expect(heard.text == "right", "\(heard)")
            #expect(heard.metrics?.remoteAddress == "127.0.0.1")
        }

        @Test func aResolverThatFailsIsATypedFailureOfTheLookup() async throws {
            let transport = try SocketTransport.keeping { $0.resolver = NameResolver { _ in throw Broken() } }
            let error = try await transport.hear(.get("http://a.test/")).error
            #expect(error?.kind == .cannotResolveHost && error?.phase == .connecting, "\(String(describing: error))")
            #expect(error?.host == "a.test")
            #expect(error?.mayHaveReachedServer == false)
            #expect(error?.detail == "the resolver has failed with Broken")
        }

        @Test func aProxyIsLookedUpAndNotWhatItResolves() async throws {  // EN37
            let proxy = try LoopbackServer()
            proxy.on("*", .text("proxied"))
            let transport = try SocketTransport.keeping { configuration in
                configuration.resolver = noting
                configuration.proxy = .server(url: "http://proxy.test:\(proxy.port)")
            }
            let heard = try await transport.hear(.get("http://origin.test/"))
            #expect(heard.text == "proxied", "\(heard)")
            #expect(asked.withLock { $0 } == ["proxy.test"])
        }

        @Test func aDisposalAndTheTimeToConnectCancelTheTask() async throws {  // EN8, AD19
            let (begun, canceled) = (Locked(0), Locked(0))
            let transport = try SocketTransport.keeping { configuration in
                configuration.connectTimeout = .milliseconds(100)
                configuration.resolver = NameResolver { _ in
                    begun.withLock { $0 += 1 }
                    defer { canceled.withLock { $0 += 1 } }
                    try await Task.sleep(for: .seconds(3_600))
                    return []
                }
            }
            let error = try await transport.hear(.get("http://a.test/")).error
            #expect(error?.kind == .connectTimedOut, "\(String(describing: error))")
            #expect(await eventually { canceled.withLock { $0 } == 1 })
            let handle = transport.exchange(try Request.get("http://b.test/").prepared()).start { _ in }
            #expect(await eventually { begun.withLock { $0 } == 2 })
            handle.dispose()
            #expect(await eventually { canceled.withLock { $0 } == 2 })
        }
    }
#endif
