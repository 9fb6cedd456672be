#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking

    /// Tests that a slow consumer pauses only its own transfer, without blocking a thread or growing memory.
    @Suite(.timeLimit(.minutes(20))) struct BackpressureTests {
        private static let chunk = LoopbackServer.Reply.Chunk(Data(count: 64 * 1_024))

        /// The limit of a gate, plus the buffer of the transport and one delivery.
        private static let slack = 4 << 20

        private let server: LoopbackServer
        private let network: Network

        init() throws {
            server = try LoopbackServer()
            server.on("/endless", .endless(Self.chunk))
            server.on("/quick", .text("ok"))
            let transport = try SocketTransport()
            network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        }

        @Test func aPausedLoopPausesOnlyItsOwnConnection() async throws {  // N16, F-14
            var streams: [ByteStream] = []
            for _ in 0..<8 { streams.append(try await network.byteStream(.get(server.url("/endless")))) }
            // Eight streams that nobody reads; other requests are still answered at once.
            for _ in 0..<50 { _ = try await network.send(.get(server.url("/quick"))).value() }
            for stream in streams {
                var count = 0
                for try await piece in stream {
                    count += piece.count
                    if count > Self.slack { break }
                }
                #expect(count > Self.slack)
            }
        }

        @Test func theGateLimitsBufferedBytes() async throws {  // N16
            let stream = try await network.byteStream(.get(server.url("/endless")))
            let flow = stream.makeAsyncIterator().flow
            // Nobody takes anything; meanwhile others are answered.
            for _ in 0..<50 { _ = try await network.send(.get(server.url("/quick"))).value() }
            #expect(flow.waitingByteCount >= Backpressure.standardLimit)
            #expect(flow.waitingByteCount <= Self.slack)
        }

        @Test func aSlowSchedulerPausesTheConnection() async throws {  // N13, N16
            let scheduler = HoldingScheduler()
            let taken = Locked(0)
            let start = network.stream(.get(server.url("/endless")), scheduler: scheduler).compactMap(\.bytes).start {
                event in
                if case .value(let bytes) = event { taken.withLock { $0 += bytes.count } }
            }
            // Only the bytes admitted by the gate are buffered while other requests are answered.
            while scheduler.count == 0 { await Task.yield() }
            for _ in 0..<50 { _ = try await network.send(.get(server.url("/quick"))).value() }
            scheduler.release()
            #expect(taken.withLock { $0 } > 0)
            #expect(taken.withLock { $0 } <= Self.slack)
            start.dispose()
        }

        @Test func aBodyArrivesCompletelyThroughAGateThatClosesAndOpens() async throws {  // F-14
            let body = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
            server.on("/body", .bytes(body))
            let stream = try await network.byteStream(.get(server.url("/body")))
            var received = Data()
            for try await piece in stream {
                received.append(piece)
                if received.count % 7 == 0 { await Task.yield() }
            }
            #expect(received == body)
        }

        @Test(arguments: ["gzip", "gzip, gzip"])
        func aSlowConsumerPausesACompressedBody(coding: String) async throws {  // F-14, N16
            let count = 40_000 * 258 + 1
            let body = Gzip.manyZeros(40_000)
            let coded = coding == "gzip" ? body : Gzip.member(body)
            server.on("/coded", LoopbackServer.Reply.bytes(coded).header("Content-Encoding", coding))
            var request = Request.get(server.url("/coded"))
            request.maxBodySize = 1 << 20
            let stream = try await network.byteStream(request)
            let flow = stream.makeAsyncIterator().flow
            // Nobody takes anything; meanwhile others are answered.
            for _ in 0..<50 { _ = try await network.send(.get(server.url("/quick"))).value() }
            #expect(flow.waitingByteCount <= Backpressure.standardLimit + 65_536)
            var received = 0
            for try await piece in stream {
                received += piece.count
                if received < 1 << 20 { await Task.yield() }
            }
            #expect(received == count)
        }

        @Test func aPausedCompressedBodyCanBeCanceled() async throws {  // N3
            server.on("/coded", LoopbackServer.Reply.bytes(Gzip.bomb(1_000_000)).header("Content-Encoding", "gzip"))
            do {
                let stream = try await network.byteStream(.get(server.url("/coded")))
                for try await _ in stream { break }
            }
            #expect(await eventually { network.activity.count.value == 0 })
        }

        @Test func leavingTheLoopClosesTheConnection() async throws {  // N3
            do {
                let stream = try await network.byteStream(.get(server.url("/endless")))
                for try await _ in stream { break }
            }
            #expect(await server.peerClosed(count: 1, within: .seconds(600)))
        }

        @Test func aGateReopensAtHalfOfItsLimit() {  // N16
            let gate = Backpressure(limit: 100)
            let openings = Locked(0)
            gate.enqueue(99)
            #expect(!gate.whenOpen { openings.withLock { $0 += 1 } })
            gate.enqueue(1)
            #expect(gate.whenOpen { openings.withLock { $0 += 1 } })
            gate.take(49)
            #expect(openings.withLock { $0 } == 0)
            gate.take(1)
            #expect(openings.withLock { $0 } == 1)
            gate.enqueue(100)
            #expect(gate.whenOpen { openings.withLock { $0 += 1 } })
            gate.abandon()
            #expect(openings.withLock { $0 } == 2)
            gate.enqueue(1_000)
            #expect(!gate.whenOpen {})
        }
    }

    /// A scheduler that runs its work on request.
    private final class HoldingScheduler: Scheduler {
        private let actions = Locked<[@Sendable () -> Void]>([])

        var count: Int { actions.withLock { $0.count } }

        func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
            actions.withLock { $0.append(action) }
            return nil
        }

        /// Runs the pending work, but no work scheduled meanwhile.
        func release() {
            let held = actions.withLock { actions in
                defer { actions = [] }
                return actions
            }
            for action in held { action() }
        }
    }
#endif
