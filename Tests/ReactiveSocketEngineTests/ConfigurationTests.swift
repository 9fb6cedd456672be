#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Settings at and beyond their limits, and the texts that describe them.
    @Suite struct ConfigurationTests {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
            server.on("*", .text("here"))
        }

        private func configuration(_ number: Int, _ duration: Duration) -> SocketTransport.Configuration {
            var configuration = SocketTransport.Configuration()
            configuration.maxConnections = number
            configuration.maxConnectionsPerHost = number
            configuration.maxStreamsPerHost = number
            configuration.bufferByteCount = number
            configuration.connectTimeout = duration
            configuration.idleConnectionTime = duration
            return configuration
        }

        @Test(arguments: [0, -1, Int.min, Int.max])
        func everyConnectionLimitAllowsAtLeastOneExchange(number: Int) async throws {
            let transport = try SocketTransport(configuration(number, .patience))
            let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
            let parse = { @Sendable (data: Data) in String(decoding: data, as: UTF8.self) }
            let value = try await network.send(.get(server.url("/")), decoding: .custom(parse), abortAfter: .patience)
                .value()
            #expect(value.parsedData == "here")
        }

        @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 1_000 * 999)])
        func veryLongDurationsAreAccepted(duration: Duration) async throws {
            let transport = try SocketTransport(configuration(4, duration))
            #expect(try await transport.hear(.get(server.url("/"))).text == "here")
            // Until the event loop has no nearer timer.
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await transport.hear(.get(server.url("/"))).text == "here")
        }

        @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
        func aConnectTimeoutOfZeroOrLessFailsQuickly(duration: Duration) async throws {
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            let silent = try LoopbackServer(configuration)
            let transport = try SocketTransport(self.configuration(4, duration))
            let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
            let error = await network.failure(.post("https://127.0.0.1:\(silent.port)/"))
            #expect(error?.cause(as: TransportError.self)?.kind == .connectTimedOut, "\(String(describing: error))")
        }

        @Test func byDefaultConnectingTakesFourSecondsAtMost() async throws {  // AD19, AC-21
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            let silent = try LoopbackServer(configuration)
            let watch = Stopwatch()
            let error = try await SocketTransport().hear(.post("https://127.0.0.1:\(silent.port)/")).error
            #expect(watch.elapsed >= .seconds(4))
            #expect(error?.kind == .connectTimedOut, "\(String(describing: error))")
            #expect(error?.detail == "the TLS handshake did not end within 4.0 seconds")
        }

        @Test func theCachedOnlyPolicyFailsBeforeAnythingIsSent() async throws {
            let network = Network(
                configuration: .patient,
                transport: try SocketTransport(),
                scheduler: ImmediateScheduler()
            )
            let builder = RequestBuilder(.get, server.url("/")).configuration(.init(cachePolicy: .returnCachedOnly))
            let error = await network.failure(builder.build())
            #expect(error?.cause(as: TransportError.self)?.kind == .unsupported, "\(String(describing: error))")
            #expect(error?.cause(as: TransportError.self)?.mayHaveReachedServer == false)
            #expect(error?.cause(as: TransportError.self)?.description.contains("no cache") == true)
            #expect(server.requests.isEmpty)
        }

        @Test(
            arguments: Wire.sound,
            ["odd://ape:c4n4ry@127.0.0.1:1", "http://ape:c4n4ry@127.0.0.1:x", "http://ape:c4n4ry@a b:1"]
        )
        func thePasswordOfAProxyIsHidden(wire: Wire, url: String) async throws {  // EN37
            let proxy = SocketTransport.Proxy.server(url: url)
            var texts = ["\(proxy)"]
            let transport = try wire.transport { settings in
                settings.proxy = proxy
                var dumped = ""
                dump(settings, to: &dumped)
                texts += ["\(settings)", dumped]
            }
            let error = try #require(try await transport.hear(.get(server.url("/"))).error)
            for text in texts + ["\(error)"] { #expect(!text.contains("c4n4ry"), "\(text)") }
            #expect(server.acceptedConnectionCount == 0)
        }

        @Test(arguments: Wire.sound) func anEmptyProxyURLIsAFailureAndNotIgnored(wire: Wire) async throws {  // EN37
            let heard = try await wire.transport { $0.proxy = .server(url: "") }.hear(.get(server.url("/")))
            #expect(heard.error?.kind == .unsupported)
            #expect(server.acceptedConnectionCount == 0)
        }

        @Test func textWithANULIsRejected() async throws {
            var configuration = SocketTransport.Configuration()
            configuration.unixSocketPath = "/tmp/a\0b"
            let heard = try await SocketTransport(configuration).hear(.get(server.url("/")))
            #expect(heard.error?.kind == .unsupported, "\(String(describing: heard.error))")
        }

        @Test func aLostPostIsNotSentAgain() async throws {  // N7
            let transport = try SocketTransport()
            for reply in [LoopbackServer.Reply.closeBeforeHead, .reset] {
                server.on("/lost", reply)
                let heard = try await transport.hear(.post(server.url("/lost")))
                #expect(heard.error?.kind == .connectionLost, "\(String(describing: heard.error))")
                #expect(heard.error?.mayHaveReachedServer == true)
            }
            let refused = try await transport.hear(.post("http://127.0.0.1:\(try LoopbackServer.closedPort())/"))
            #expect(refused.error?.mayHaveReachedServer == false)
        }
    }
#endif
