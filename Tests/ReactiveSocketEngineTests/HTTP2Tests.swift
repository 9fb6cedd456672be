#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// HTTP/2 with a server that follows the protocol.
    @Suite(.enabled(if: Nginx.isInstalled)) struct HTTP2Tests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        /// nginx in front of a scripted server.
        private func proxy(to origin: LoopbackServer, _ directives: String = "") async throws -> Nginx {
            let location = """
                \(directives)
                location /files/ { root .; }
                location /origin/ {
                    proxy_pass http://127.0.0.1:\(origin.port);
                    proxy_buffering off;
                    proxy_http_version 1.1;
                }
                """
            return try await Nginx(certificates["server"], "ssl http2", location)
        }

        private func transport(_ wire: Wire) throws -> any Transport {
            try wire.transport { $0.tls.trust = .file(certificates.authority.certificate) }
        }

        private func prepared(_ url: String) throws -> PreparedRequest { try Request.get(url).prepared() }

        @Test(arguments: Wire.sound)
        func manyRequestsShareOneConnection(wire: Wire) async throws {  // N1
            let server = try await Nginx(certificates["server"])
            let transport = try transport(wire)
            let versions = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<100 {
                    let request = try prepared(server.url("/\(number)"))
                    group.addTask { try await transport.exchange(request).metrics()?.protocolVersion }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(versions == Array(repeating: "HTTP/2", count: 100))
            let served = try await server.served()
            #expect(Set(served.map(\.path)).count == 100)
            #expect(Set(served.map(\.connection)).count == 1)
            #expect(Set(served.map(\.version)) == ["HTTP/2.0"])
        }

        @Test(arguments: Wire.sound)
        func theEndOfOneStreamDoesNotAffectOthers(wire: Wire) async throws {  // N3
            let origin = try LoopbackServer()
            origin.on("/origin/silent", .silent)
            let server = try await proxy(to: origin)
            let client = try SecureClient(wire)
            #expect(try await client.text(server.url()) == "ok")
            let handles = (0..<20).map { _ in
                client.network.send(.get(server.url("/origin/silent")), abortAfter: .patience).start()
            }
            #expect(await origin.received(count: 20, within: .seconds(600)))
            for handle in handles.dropFirst() { handle.dispose() }
            for _ in 1...20 { #expect(try await client.text(server.url()) == "ok") }
            #expect(await origin.peerClosed(count: 19, within: .seconds(600)))
            #expect(client.network.activity.count.value == 1)
            #expect(origin.openConnectionCount == 1)
            handles[0].dispose()
            #expect(Set(try await server.served().map(\.connection)).count == 1)
        }

        @Test(arguments: Wire.sound)
        func cancelingTheOnlyStreamReachesTheServerAtOnce(wire: Wire) async throws {  // N3
            let origin = try LoopbackServer()
            origin.on("/origin/silent", .silent)
            let server = try await proxy(to: origin)
            let client = try SecureClient(wire)
            let handle = client.network.send(.get(server.url("/origin/silent")), abortAfter: .patience).start()
            #expect(await origin.received(count: 1, within: .seconds(600)))
            handle.dispose()
            #expect(await origin.peerClosed(count: 1, within: .seconds(600)))
            #expect(try await client.text(server.url()) == "ok")
        }

        @Test(arguments: Wire.sound)
        func aSlowConsumerDoesNotBlockOtherStreams(wire: Wire) async throws {  // N16
            let server = try await proxy(to: try LoopbackServer())
            let body = Data((0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 >> 8) })
            try server.serve(body, at: "/large")
            let client = try SecureClient(wire)
            #expect(try await client.text(server.url()) == "ok")
            let transport = client.transport
            let gate = DispatchSemaphore(value: 0)
            let received = Locked(Data())
            let ended = DispatchSemaphore(value: 0)
            let handle = transport.exchange(try prepared(server.url("/files/large"))).start { event in
                if case .value(.body(let data)) = event {
                    if received.withLock({ $0.isEmpty }) { gate.wait() }
                    received.withLock { $0 += data }
                }
                if event.isTerminating { ended.signal() }
            }
            for _ in 1...50 { #expect(try await client.text(server.url()) == "ok") }
            gate.signal()
            #expect(await Task.detached { ended.wait(timeout: .now() + 600) == .success }.value)
            #expect(received.withLock { $0 } == body)
            #expect(Set(try await server.served().map(\.connection)).count == 1)
            withExtendedLifetime(handle) {}
        }

        @Test(arguments: Wire.sound)
        func noRequestIsLostWhenTheServerSendsGoaway(wire: Wire) async throws {
            let server = try await proxy(to: try LoopbackServer(), "keepalive_requests 10;")
            let client = try SecureClient(wire)
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<100 {
                    group.addTask { try await client.text(server.url("/\(number)")) }
                }
                for try await text in group { #expect(text == "ok") }
            }
            for number in 100..<150 { #expect(try await client.text(of: .post(server.url("/\(number)"))) == "ok") }
            let served = try await server.served()
            #expect(served.count == 150)
            #expect(Set(served.map(\.path)).count == 150)
            #expect(Set(served.map(\.connection)).count >= 15)
        }

        @Test(arguments: Wire.sound)
        func aStreamResetDuringItsBodyIsATruncation(wire: Wire) async throws {
            let origin = try LoopbackServer()
            origin.on("/origin/cut", .cutBody(declaring: 100, sending: "half".utf8))
            let server = try await proxy(to: origin)
            let client = try SecureClient(wire)
            let error = await client.failure(of: .post(server.url("/origin/cut")))?.cause(as: TransportError.self)
            #expect(error?.kind == .truncatedResponse, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == true)
            #expect(origin.requestCount == 1)
            #expect(try await client.text(server.url()) == "ok")
        }

        @Test(arguments: Wire.sound)
        func aLargeBodyArrivesCompletely(wire: Wire) async throws {
            let origin = try LoopbackServer()
            origin.on("/origin/put", .status(200))
            let server = try await proxy(to: origin, "client_max_body_size 100m;")
            let body = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 >> 4) })
            let request = RequestBuilder(.put, server.url("/origin/put")).data(body).build()
            #expect(await (try SecureClient(wire)).failure(of: request) == nil)
            #expect(origin.requests.last?.body == Array(body))
        }
    }

    extension SignalProducer<TransportEvent, TransportError> {
        /// Returns the metrics at the end of the exchange.
        fileprivate func metrics() async throws -> TransferMetrics? {
            try await collect().value().compactMap { event in
                if case .completed(let metrics) = event { metrics } else { nil }
            }.last
        }
    }
#endif
