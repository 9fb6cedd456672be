#if os(Linux)
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Code as it was written for `CurlTransport`. The functions are deprecated, so that they may use deprecated names.
    private protocol FormerCode {
        func configured(_ unixSocketPath: String) throws -> any Transport
        func shared() throws -> SocketTransport
    }

    private struct FormerNames: FormerCode {
        @available(*, deprecated)
        func configured(_ unixSocketPath: String) throws -> any Transport {
            var configuration = CurlTransport.Configuration()
            configuration.maxConnectionsPerHost = 8
            configuration.maxConnections = 16
            configuration.maxStreamsPerHost = 32
            configuration.idleConnectionTime = .seconds(30)
            configuration.connectTimeout = .seconds(600)
            configuration.stallTimeout = .seconds(600)
            configuration.bufferByteCount = 1 << 16
            configuration.receiveBufferByteCount = 1 << 14
            configuration.maxHeadByteCount = 1 << 16
            configuration.httpVersion = CurlTransport.HTTPVersion.http1
            configuration.addressFamily = CurlTransport.AddressFamily.ipv4
            configuration.unixSocketPath = unixSocketPath
            configuration.proxy = CurlTransport.Proxy.none
            configuration.cookies = CurlTransport.Cookies.inMemory
            configuration.tls = TLSPolicy()
            return try CurlTransport(configuration)
        }

        @available(*, deprecated)
        func shared() throws -> SocketTransport { try CurlTransport.shared.get() }
    }

    @Suite struct ComingFromCurlTransportTests {
        private let code: any FormerCode = FormerNames()

        @Test func theFormerNamesMeanTheEngine() async throws {  // EN41
            var settings = LoopbackServer.Configuration()
            let path = "\(try ServerProcess.makeDirectory())/socket"
            settings.address = .unixSocket(path: path)
            let server = try LoopbackServer(settings)
            server.on("/", .text("here"))
            let transport = try code.configured(path)
            #expect(transport is SocketTransport)
            #expect(try await transport.hear(.get("http://here.test/")).text == "here")
        }

        @Test func bothNamesShareOneTransport() throws {  // EN41
            #expect(try code.shared() === SocketTransport.shared.get())
        }
    }
#endif
