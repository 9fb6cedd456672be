#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// Random responses over HTTP/2 from a server in this process, most of them with changed frames or bytes.
    ///
    /// A lane has a server and a transport of its own. It begins a group of exchanges on one connection. If a response
    /// violates the rules, the others beside it must be right; if the connection is spoilt, each exchange must end.
    /// Then a group of honest exchanges follows.
    final class Frames: Sendable {
        private static let laneCount = 4
        private static let deadline = Duration.milliseconds(80)
        private static let patience = Duration.seconds(30)

        private let count: Int
        private let seed: UInt64
        private let complaints = Locked<[String]>([])
        private let lateness = Lateness()
        private let counts = Locked((changed: 0, right: 0))

        /// Runs a number of groups.
        ///
        /// - Returns: what was wrong.
        static func run(_ count: Int, seed: UInt64) throws -> [String] {
            // Everything is used for the first time only once.
            var complaints = Frames(min(count, 200), seed: seed).run()
            guard complaints.isEmpty, count > 200 else { return complaints }
            let before = Census.settled { $0.threads < 12 }
            let frames = Frames(count - 200, seed: seed &+ 200)
            complaints = frames.run()
            let after = Census.settled { $0.left(since: before, memory: .max / 2).isEmpty }
            let counts = frames.counts.withLock { $0 }
            print("\(counts.right) right responses, \(counts.changed) changed ones; \(frames.lateness.summary)")
            print("before: \(before)\nafter:  \(after)")
            return complaints + (complaints.isEmpty ? after.left(since: before, memory: 24 << 20) : [])
        }

        private init(_ count: Int, seed: UInt64) {
            self.count = count
            self.seed = seed
        }

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
            let server = try ScriptedFrameServer()
            var configuration = SocketTransport.Configuration()
            configuration.httpVersion = .http2WithPriorKnowledge
            let transport = try SocketTransport(configuration)
            let network = Network(transport: transport, scheduler: ImmediateScheduler())
            for number in stride(from: lane, to: count, by: Self.laneCount) {
                guard complaints.withLock({ $0.isEmpty }) else { break }
                for kind in [FrameScript.Kind.random, .honest] {
                    let script = FrameScript(kind, seed: seed &+ UInt64(number))
                    let exchanges = try (0..<FrameScript.size).map { index in
                        try Exchange(script, index, on: server, transport, network)
                    }
                    for exchange in exchanges { finish(exchange, script, number) }
                    guard case .connection = script.mutation else { continue }
                    if !hasClosed(server) { complain("a connection outlives its end", script, number) }
                }
            }
            guard network.activity.count.value == 0 else {
                return complaints.withLock { $0.append("\(network.activity.count.value) operations are running") }
            }
        }

        /// Returns whether the client has closed the connections that the server has ended.
        private func hasClosed(_ server: ScriptedFrameServer) -> Bool {
            for _ in 0..<60_000 where server.connectionCount > 0 { poll(nil, 0, 1) }
            return server.connectionCount == 0
        }

        private func finish(_ exchange: Exchange, _ script: FrameScript, _ number: Int) {
            let (watch, meaning) = (exchange.watch, script.meaning(exchange.index))
            var deadline = watch.begun + (meaning == nil ? Self.deadline : Self.patience)
            if !exchange.isOperation, !watch.wait(until: deadline) {
                deadline = .now
                exchange.handle.dispose()
            }
            guard watch.wait(until: deadline + Lateness.bound + Self.patience) else {
                return complain("exchange \(exchange.index) has not ended", script, number)
            }
            switch watch.end {
            case .interrupted, .failed(_, byDeadline: true): lateness.add(watch.lateness(after: deadline))
            default: break
            }
            counts.withLock { if meaning == nil { $0.changed += 1 } else { $0.right += 1 } }
            for wrong in watch.verdict(meaning) { complain("exchange \(exchange.index): \(wrong)", script, number) }
        }

        private func complain(_ text: String, _ script: FrameScript, _ number: Int) {
            // The groups before in the same lane have left the connection that this one uses.
            let first = max(0, number - 2 * Self.laneCount)
            complaints.withLock {
                $0.append(
                    """
                    \(script.kind) group of seed \(script.seed), where \(script.mutation): \(text)
                        repeat with: Stress frames \(number - first + 1) \(seed &+ UInt64(first))
                    """
                )
            }
        }

        /// A running exchange.
        private struct Exchange {
            let index: Int
            let isOperation: Bool
            let watch = Watch()
            let handle: any Disposable

            init(
                _ script: FrameScript,
                _ index: Int,
                on server: ScriptedFrameServer,
                _ transport: SocketTransport,
                _ network: Network
            ) throws {
                self.index = index
                let meaning = script.meaning(index)
                // The result of an operation does not tell of informational responses.
                isOperation = meaning == nil && script.seed.isMultiple(of: 2)
                let request = RequestBuilder(.post, "http://127.0.0.1:\(server.port)/")
                    .data(Data(script.requestBody(index).utf8)).build()
                let watch = watch
                if isOperation {
                    handle = network.send(request, decoding: .data, abortAfter: Frames.deadline, maxRetries: 0)
                        .start { watch.receive($0) }
                } else {
                    handle = try transport.exchange(request.prepared()).start { watch.receive($0) }
                }
            }
        }
    }
#endif
