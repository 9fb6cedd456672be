#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting
    import Testing

    /// One exchange, as its observer sees it.
    @Suite struct TransferTests {
        @Test func whatHasWaitedForASlotGoesOnToConnecting() throws {  // N11
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            let silent = try LoopbackServer(configuration)
            var settings = CurlTransport.Configuration()
            settings.maxConnectionsPerHost = 1
            let transport = try CurlTransport(settings)
            let request = try Request.get("https://127.0.0.1:\(silent.port)/").prepared()
            let phases = Locked<[TransferPhase]>([])
            let first = transport.exchange(request).start { _ in }
            let second = transport.exchange(request).start { event in
                guard case .value(.phase(let phase)) = event else { return }
                phases.withLock { $0.append(phase) }
            }
            for _ in 1...300 where phases.withLock({ $0.isEmpty }) { poll(nil, 0, 10) }
            #expect(phases.withLock { $0 } == [.waitingForSlot])
            first.dispose()
            for _ in 1...300 where phases.withLock({ $0.count }) < 2 { poll(nil, 0, 10) }
            #expect(phases.withLock { $0 } == [.waitingForSlot, .connecting])
            second.dispose()
        }

        @Test func tinyChunksComeTogether() async throws {  // T12, N16
            let count = 50_000
            let server = try LoopbackServer()
            let chunks = String(repeating: "1\r\nx\r\n", count: count)
            server.on("/", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n"))
            let heard = try await CurlTransport().hear(.get(server.url("/")))
            #expect(heard.body.count == count)
            #expect(heard.events.count < count / 10, "\(heard.events.count)")
        }

        @Test func aSlowObserverOutlivesItsTransport() throws {  // N3, B64
            let server = try LoopbackServer()
            server.on("/", .bytes(Data(count: 8 << 20)))
            weak var witness: Witness?
            let mayGoOn = DispatchSemaphore(value: 0)
            let hasBegun = DispatchSemaphore(value: 0)
            try {
                var settings = CurlTransport.Configuration()
                settings.bufferByteCount = 1_000
                let transport = try CurlTransport(settings)
                let object = Witness()
                witness = object
                let body = Body.stream { withExtendedLifetime(object) { AsyncStream<Data> { $0.finish() } } }
                let request = try RequestBuilder(.post, server.url("/")).body(body).build().prepared()
                let handle = transport.exchange(request).start { event in
                    guard case .value(.body) = event else { return }
                    hasBegun.signal()
                    mayGoOn.wait()
                }
                #expect(hasBegun.wait(timeout: .now() + 10) == .success)
                // Time for the loop to see that nobody takes more.
                poll(nil, 0, 200)
                handle.dispose()
            }()
            for _ in 1...300 where server.openConnectionCount > 0 { poll(nil, 0, 10) }
            #expect(server.openConnectionCount == 0)
            // Time for the loop to end.
            poll(nil, 0, 200)
            for _ in 1...100 { mayGoOn.signal() }
            for _ in 1...300 where witness != nil { poll(nil, 0, 10) }
            #expect(witness == nil)
        }
    }

    private final class Witness: Sendable {}
#endif
