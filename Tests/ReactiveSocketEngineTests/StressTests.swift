#if os(Linux)
    import Dispatch
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Many concurrent exchanges, good and bad, in separate processes. `STRESS_REQUESTS=100000` sets their number.
    @Suite(.serialized) struct StressTests {
        @Test(arguments: Wire.sound) func everyStartEndsOnceAndRetainsNothingUnderLoad(wire: Wire) async {  // N3, N17
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let wanted = ProcessInfo.processInfo.environment["STRESS_REQUESTS"].flatMap(Int.init) ?? 5_000
                let storm = try Storm(wire)
                storm.run(requests: 300, inFlight: 64)
                let before = try Usage.settled { $0.threads < 16 }
                storm.run(requests: wanted, inFlight: 64)
                #expect(storm.terminals == wanted + 300, "\(storm.terminals)")
                #expect(storm.extras == 0, "\(storm.extras)")
                // A thread may have been preempted between an interruption and the release of what the exchange held.
                let after = try Usage.settled { after in
                    storm.network.activity.count.value == 0 && storm.witnesses == 0
                        && after.descriptors <= before.descriptors && after.threads <= before.threads
                }
                #expect(storm.network.activity.count.value == 0, "\(storm.network.activity.count.value)")
                #expect(storm.witnesses == 0, "\(storm.witnesses)")
                #expect(after.descriptors <= before.descriptors, "\(before) \(after)")
                #expect(after.threads <= before.threads, "\(before) \(after)")
            }
        }

        @Test(arguments: Wire.sound) func aSlowConsumerPausesOnlyItsOwnTransfer(wire: Wire) async {
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let server = try LoopbackServer()
                let chunk = LoopbackServer.Reply.Chunk([UInt8](repeating: 7, count: 1 << 20))
                server.on("/endless", .endless(chunk))
                server.on("/small", .text("small"))
                let transport = try wire.transport()
                let received = Locked(0)
                let before = Usage.residentBytes()
                let slow = try transport.exchange(RequestBuilder(.get, server.url("/endless")).build().prepared())
                    .start { event in
                        guard case .value(.body(let data)) = event else { return }
                        received.withLock { $0 += data.count }
                        poll(nil, 0, 20)
                    }
                let network = Network(scheduler: ImmediateScheduler())
                for _ in 1...200 {
                    let headers = network.send(RequestBuilder(.get, server.url("/small")).build()).first()
                    #expect(try headers?.get() != nil)
                }
                poll(nil, 0, 1_000)
                // The server shares the process: its buffers are in this figure too.
                let growth = Usage.residentBytes() - before
                #expect(growth < Usage.bookkeepingFactor * 16 << 20, "\(growth)")
                #expect(received.withLock { $0 } > 0)
                slow.dispose()
                // The other connection waits for its next request.
                #expect(Usage.settledCount(of: server, at: 1) == 1)
            }
        }

        @Test(arguments: Wire.sound) func aGigabyteThroughASlowConsumerTakesConstantMemory(wire: Wire) async {
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let server = try LoopbackServer()
                server.on("/", .endless(LoopbackServer.Reply.Chunk([UInt8](repeating: 7, count: 1 << 20))))
                let seen = Locked((received: 0, naps: 0, largest: 0))
                let before = Usage.residentBytes()
                let isOver = DispatchSemaphore(value: 0)
                let transport = try wire.transport()
                let slow = try transport.exchange(RequestBuilder(.get, server.url("/")).build().prepared())
                    .start { event in
                        guard case .value(.body(let data)) = event else { return }
                        let mustNap = seen.withLock { seen in
                            seen.received += data.count
                            guard seen.received >> 25 > seen.naps else { return false }
                            seen.naps += 1
                            seen.largest = max(seen.largest, Usage.residentBytes() - before)
                            return true
                        }
                        guard mustNap else { return }
                        poll(nil, 0, 30)
                        if seen.withLock({ $0.naps }) == 32 { isOver.signal() }
                    }
                #expect(isOver.wait(timeout: .now() + 1200) == .success)
                slow.dispose()
                let (received, _, largest) = seen.withLock { $0 }
                #expect(received >= 1 << 30)
                // The server shares the process: its buffers are in this figure too.
                #expect(largest < Usage.bookkeepingFactor * 16 << 20, "\(largest)")
            }
        }

        @Test(arguments: Wire.sound) func aReleasedTransportFreesItsResources(wire: Wire) async {
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let server = try LoopbackServer()
                server.on("/", .text("x"))
                server.on("/slow", LoopbackServer.Reply.text("y").delayed(by: .milliseconds(20)))
                func use() throws {
                    let transport = try wire.newTransport()
                    let network = Network(
                        configuration: .patient,
                        transport: transport,
                        scheduler: ImmediateScheduler()
                    )
                    #expect(try network.send(RequestBuilder(.get, server.url("/")).build()).first()?.get() != nil)
                    // The transport is released with exchanges in flight, which continue to their end.
                    network.send(RequestBuilder(.get, server.url("/slow")).build()).start()
                }
                try use()
                let before = try Usage.settled { _ in server.openConnectionCount == 0 }
                for _ in 1...200 { try use() }
                let after = try Usage.settled { $0.descriptors <= before.descriptors && $0.threads <= before.threads }
                #expect(after.descriptors <= before.descriptors, "\(before) \(after)")
                #expect(after.threads <= before.threads, "\(before) \(after)")
                #expect(server.requestCount(to: "/slow") == 201)
            }
        }
    }

    /// The resources that the process uses.
    private struct Usage: CustomStringConvertible {
        var descriptors: Int
        var threads: Int

        var description: String { "\(descriptors) descriptors, \(threads) threads" }

        static func now() throws -> Usage {
            let files = FileManager.default
            return Usage(
                descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
                threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count
            )
        }

        /// Returns the usage as soon as `isRight` accepts it, or after a while: idle threads and connections end
        /// gradually.
        static func settled(_ isRight: (Usage) -> Bool) throws -> Usage {
            var latest = try now()
            for _ in 1...600 where !isRight(latest) {
                poll(nil, 0, 100)
                latest = try now()
            }
            return latest
        }

        static func settledCount(of server: LoopbackServer, at wanted: Int = 0) -> Int {
            for _ in 1...300 where server.openConnectionCount > wanted { poll(nil, 0, 10) }
            return server.openConnectionCount
        }

        /// ThreadSanitizer stores several bytes of metadata for each byte of memory in use.
        static var bookkeepingFactor: Int { dlsym(nil, "__tsan_init") == nil ? 1 : 8 }

        static func residentBytes() -> Int {
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
                .dropFirst()
                .first.flatMap { Int($0) }
            return (pages ?? 0) * 4_096
        }
    }

    /// Keeps a number of exchanges in flight, of every kind.
    private final class Storm: Sendable {
        private struct Tally: Sendable {
            var left = 0
            var terminals = 0
            var extras = 0
            var witnesses = 0
            var generator = SplitMix(state: 42)
        }

        private static let paths = [
            "/ok", "/ok", "/ok", "/chunks", "/silent", "/drip", "/503", "/late", "/cut", "/reset", "/close",
            "/redirect",
            "/401", "/closing",
        ]

        let network: Network
        private let server: LoopbackServer
        private let tally = Locked(Tally())
        private let group = DispatchGroup()

        init(_ wire: Wire) throws {
            server = try LoopbackServer()
            network = Network(
                configuration: Network.Configuration(
                    retryPolicy: RetryPolicy(
                        backoff: .constant(.milliseconds(1)),
                        { RetryPolicy.standard.decision(on: $0) }
                    )
                ),
                // Connections that nobody shares and that are closed quickly, so that leaks show.
                transport: try wire.transport { $0.idleConnectionTime = .milliseconds(500) },
                scheduler: ImmediateScheduler()
            )
            server.on("/ok", .text("ok"))
            server.on("/chunks", .chunked([.init("a"), .init("b", after: .milliseconds(1)), .init("c")]))
            server.on("/silent", .silent)
            server.on("/drip", .drip("0123456789".utf8, every: .milliseconds(1)))
            server.on("/503", .status(503))
            server.on("/late", LoopbackServer.Reply.text("late").delayed(by: .milliseconds(5)))
            server.on("/cut", .cutBody(declaring: 100, sending: "cut".utf8))
            server.on("/reset", .reset)
            server.on("/close", .closeBeforeHead)
            server.on(
                "/401",
                LoopbackServer.Reply.text("who?", status: 401).header("WWW-Authenticate", "Basic realm=\"x\"")
            )
            server.on("/redirect", .redirect(to: "/ok"))
            server.on("/closing", LoopbackServer.Reply.text("ok").closing())
        }

        var terminals: Int { tally.withLock { $0.terminals } }
        var extras: Int { tally.withLock { $0.extras } }
        var witnesses: Int { tally.withLock { $0.witnesses } }

        func run(requests count: Int, inFlight: Int) {
            tally.withLock { $0.left = count }
            for _ in 0..<inFlight {
                group.enter()
                next()
            }
            #expect(group.wait(timeout: .now() + 600) == .success)
            #expect(Usage.settledCount(of: server) == 0)
        }

        private func next() {
            let draw = tally.withLock { tally -> (path: String, isPost: Bool, disposal: Double?)? in
                tally.left -= 1
                guard tally.left >= 0 else { return nil }
                tally.witnesses += 1
                return (
                    Self.paths.randomElement(using: &tally.generator) ?? "/ok", Bool.random(using: &tally.generator),
                    Bool.random(using: &tally.generator) ? Double.random(in: 0...0.01, using: &tally.generator) : nil
                )
            }
            guard let draw else { return group.leave() }
            let hasEnded = Locked(false)
            let witness = Witness { [tally] in tally.withLock { $0.witnesses -= 1 } }
            let request = RequestBuilder(draw.isPost ? .post : .get, server.url(draw.path)).text("body")
            let handle = network.send(
                draw.isPost ? request.build() : RequestBuilder(.get, server.url(draw.path)).build(),
                decoding: .custom { data in withExtendedLifetime(witness) { data.count } },
                abortAfter: .milliseconds(50)
            ).start { [self] event in
                guard event.isTerminating else { return }
                let isFirst = hasEnded.withLock { hasEnded in
                    defer { hasEnded = true }
                    return !hasEnded
                }
                tally.withLock { tally in
                    tally.terminals += isFirst ? 1 : 0
                    tally.extras += isFirst ? 0 : 1
                }
                DispatchQueue.global().async { self.next() }
            }
            guard let delay = draw.disposal else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + delay) { handle.dispose() }
        }
    }

    private final class Witness: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
        }

        deinit { end() }
    }
#endif
