#if os(Linux)
    import Dispatch
    import Foundation
    import FoundationNetworking
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import ReactiveURLSession
    import Testing

    @Suite struct DisposalTests {
        /// The test runs in a separate process, where no other test opens files.
        @Test(arguments: Wire.sound)
        func aThousandStartsDisposedOfAtRandomRetainNothing(wire: Wire) async {  // N3, N17, EN3
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let trial = try Trial(wire)
                try trial.run(starts: 100, seed: 1)
                let before = try settledCounts { $0.threads < 12 }
                try trial.run(starts: 1_000, seed: 2)
                let after = try settledCounts { $0.descriptors <= before.descriptors && $0.threads <= before.threads }
                #expect(after.descriptors <= before.descriptors)
                #expect(after.threads <= before.threads)
            }
        }

        /// A session and its transport live as long as the process.
        @Test func networksOfManySessionsDoNotExhaustTheDescriptors() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer()
                server.on("/", LoopbackServer.Reply.text("x").closing())
                func exchange() async throws {
                    let network = Network(session: URLSession(configuration: .default))
                    _ = try await network.send(.get(server.url("/")), scheduler: ImmediateScheduler()).value()
                }
                try await exchange()
                let before = try ProcessCounts()
                for _ in 1...100 { try await exchange() }
                #expect(try ProcessCounts().descriptors < before.descriptors + 50)
            }
        }
    }

    /// An object that a start holds in every possible place: it lives as long as anything of the start does.
    private final class Witness: Sendable {
        private let count: Locked<Int>

        init(_ count: Locked<Int>) {
            self.count = count
            count.withLock { $0 += 1 }
        }

        deinit { count.withLock { $0 -= 1 } }
    }

    /// Starts of every kind, disposed of at random moments from other threads.
    private final class Trial: Sendable {
        private static let paths = [
            "/ok", "/silent", "/endless", "/503", "/late", "/cut", "/reset", "/redirect", "/401", "closed",
        ]

        private let server: LoopbackServer
        private let closedPort: Int
        private let network: Network
        private let witnesses = Locked(0)
        private let ends = Locked<[Int: Int]>([:])

        init(_ wire: Wire) throws {
            network = Network(transport: try wire.transport(), scheduler: ImmediateScheduler())
            server = try LoopbackServer()
            closedPort = try LoopbackServer.closedPort()
            server.on("/ok", LoopbackServer.Reply.text("ok").closing())
            server.on("/silent", .silent)
            server.on("/endless", .endless(.init("more", after: .milliseconds(1))))
            server.on("/503", LoopbackServer.Reply.status(503).closing())
            server.on("/late", LoopbackServer.Reply.text("late").delayed(by: .milliseconds(5)).closing())
            server.on("/cut", .cutBody(declaring: 100, sending: "cut".utf8))
            server.on("/reset", .reset)
            let challenge = LoopbackServer.Reply.text("who?", status: 401).header(
                "WWW-Authenticate",
                "Basic realm=\"x\""
            )
            server.on("/401", challenge.closing())
            server.on("/redirect", LoopbackServer.Reply.redirect(to: "/ok").closing())
        }

        func run(starts count: Int, seed: UInt64) throws {
            var generator = SplitMix(state: seed)
            let group = DispatchGroup()
            ends.withLock { $0 = [:] }
            for number in 0..<count {
                begin(number, in: group, using: &generator)
                // Limit the number at a time, because the server has a thread for each.
                if number % 40 == 39 { poll(nil, 0, 10) }
            }
            #expect(group.wait(timeout: .now() + 600) == .success)
            #expect(ends.withLock { $0.count } == count)
            #expect(ends.withLock { $0.values.allSatisfy { $0 == 1 } })
            #expect(network.activity.count.value == 0)
            for _ in 1...300 where witnesses.withLock({ $0 }) > 0 || server.openConnectionCount > 0 { poll(nil, 0, 10) }
            #expect(witnesses.withLock { $0 } == 0)
            #expect(server.openConnectionCount == 0)
        }

        private func begin(_ number: Int, in group: DispatchGroup, using generator: inout SplitMix) {
            let path = Self.paths.randomElement(using: &generator) ?? "/ok"
            let url = path == "closed" ? "http://127.0.0.1:\(closedPort)/" : server.url(path)
            let witness = Witness(witnesses)
            let authorization = Authorization("witness") { _ in withExtendedLifetime(witness) { "Token" } }
            let builder = RequestBuilder(number % 3 == 0 ? .post : .get, url)
            let request = (number % 2 == 0 ? builder.authorization(authorization) : builder).build()
            group.enter()
            let handle = network.send(
                request,
                decoding: .custom { data in withExtendedLifetime(witness) { data.count } }
            )
            .start { [ends] event in
                guard event.isTerminating else { return }
                withExtendedLifetime(witness) { ends.withLock { $0[number, default: 0] += 1 } }
                group.leave()
            }
            let delay = Double.random(in: 0...0.02, using: &generator)
            DispatchQueue.global().asyncAfter(deadline: .now() + delay) { handle.dispose() }
        }
    }
#endif
