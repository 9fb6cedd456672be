#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// Random responses from a server in this process, most of them mutated, each followed by an honest one on the same
    /// transport, whose result must be right.
    ///
    /// A lane has a transport of its own. It begins a batch of random exchanges together, waits until all have ended
    /// and their responses are written, and then does the same with honest ones.
    final class Responses: Sendable {
        private static let laneCount = 4
        private static let batchSize = 4
        /// A mutated response that is not whole holds its exchange up to its deadline.
        private static let deadline = Duration.milliseconds(80)
        private static let patience = Duration.seconds(30)

        private let server: ScriptedServer
        private let count: Int
        private let seed: UInt64
        private let complaints = Locked<[String]>([])
        private let lateness = Lateness()
        private let counts = Locked((random: 0, honest: 0, completed: 0))

        /// Runs a number of random responses.
        ///
        /// - Returns: what was wrong.
        static func run(_ count: Int, seed: UInt64) throws -> [String] {
            let server = try ScriptedServer()
            // Everything is used for the first time only once.
            var complaints = try Responses(server, min(count, 500), seed: seed).run()
            let before = Census.settled { $0.threads < 12 && server.connectionCount == 0 }
            guard complaints.isEmpty, count > 500 else { return complaints }
            let responses = try Responses(server, count - 500, seed: seed &+ 500)
            complaints = responses.run()
            let after = Census.settled {
                $0.left(since: before, memory: .max / 2).isEmpty && server.connectionCount == 0
            }
            print(responses.summary)
            print("before: \(before)\nafter:  \(after)")
            return complaints + (complaints.isEmpty ? after.left(since: before, memory: 24 << 20) : [])
        }

        private init(_ server: ScriptedServer, _ count: Int, seed: UInt64) throws {
            self.server = server
            self.count = count
            self.seed = seed
        }

        private var summary: String {
            let counts = counts.withLock { $0 }
            return
                "\(counts.random) random responses, \(counts.completed) of them complete, and \(counts.honest) honest "
                + "ones; \(lateness.summary)"
        }

        /// - Returns: what was wrong.
        private func run() -> [String] {
            let group = DispatchGroup()
            for lane in 0..<Self.laneCount {
                group.enter()
                Thread.detachNewThread { [self] in
                    do {
                        try run(lane)
                    } catch {
                        complaints.withLock { $0.append("\(error)") }
                    }
                    group.leave()
                }
            }
            group.wait()
            return complaints.withLock { $0 } + lateness.complaints
        }

        private func run(_ lane: Int) throws {
            let transport = try SocketTransport()
            let network = Network(transport: transport, scheduler: ImmediateScheduler())
            defer { server.expect([], lane: lane) }
            for start in stride(from: lane * Self.batchSize, to: count, by: Self.laneCount * Self.batchSize) {
                guard complaints.withLock({ $0.isEmpty }) else { break }
                let batch = (start..<min(start + Self.batchSize, count)).map { seed &+ UInt64($0) }
                server.expect(batch, lane: lane)
                for kind in [Script.Kind.random, .honest] {
                    let exchanges = try batch.map { seed in
                        try Exchange(Script(kind, seed: seed), lane, on: server, transport, network)
                    }
                    for exchange in exchanges {
                        let limit = exchange.script.meaning == nil ? Self.deadline : Self.patience
                        finish(exchange, within: limit, batch)
                    }
                    server.waitUntilWritten(lane: lane)
                }
            }
            guard network.activity.count.value == 0 else {
                return complaints.withLock { $0.append("\(network.activity.count.value) operations are running") }
            }
        }

        private func finish(_ exchange: Exchange, within limit: Duration, _ batch: [UInt64]) {
            let (script, watch) = (exchange.script, exchange.watch)
            var wrong: [String] = []
            var deadline = watch.begun + limit
            if !script.isOperation, !watch.wait(until: deadline) {
                deadline = .now
                exchange.handle.dispose()
            }
            if watch.wait(until: deadline + Lateness.bound + Self.patience) {
                switch watch.end {
                case .interrupted, .failed(_, byDeadline: true): lateness.add(watch.lateness(after: deadline))
                default: break
                }
                wrong += watch.verdict(script.meaning)
            } else {
                wrong.append("it has not ended")
            }
            counts.withLock { counts in
                if script.kind == .random { counts.random += 1 } else { counts.honest += 1 }
                if script.kind == .random, case .completed = watch.end { counts.completed += 1 }
            }
            guard !wrong.isEmpty, let first = batch.first else { return }
            // The batch before in the same lane has left the connections that this one uses.
            let before = UInt64(min(Self.laneCount * Self.batchSize, Int(first &- seed)))
            let repeated = Int(before) + batch.count
            let text = """
                \(script.kind) exchange of seed \(script.seed): \(wrong.joined(separator: "; "))
                    \(script.method) \(script.isOperation ? "as an operation" : "of the transport"): \(script.delivery)
                    repeat with: Stress responses \(repeated) \(first &- before)
                """
            complaints.withLock { $0.append(text) }
        }

        /// A running exchange.
        private struct Exchange {
            let script: Script
            let watch = Watch()
            let handle: any Disposable

            init(
                _ script: Script,
                _ lane: Int,
                on server: ScriptedServer,
                _ transport: SocketTransport,
                _ network: Network
            ) throws {
                self.script = script
                let url = "http://127.0.0.1:\(server.port)\(script.path(lane: lane))"
                var builder = RequestBuilder(script.method, url)
                if script.method == .post { builder = builder.data(Data(script.requestBody)) }
                let watch = watch
                if script.isOperation {
                    let limit = script.meaning == nil ? Responses.deadline : Responses.patience
                    handle = network.send(builder.build(), decoding: .data, abortAfter: limit, maxRetries: 0)
                        .start { watch.receive($0) }
                } else {
                    handle = try transport.exchange(builder.build().prepared()).start { watch.receive($0) }
                }
            }
        }
    }
#endif
