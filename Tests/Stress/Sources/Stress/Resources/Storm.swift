#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting

    /// Keeps a number of errands in flight, and counts their ends.
    final class Storm: Sendable {
        private struct Tally {
            var left = 0
            var nextSeed: UInt64 = 0
            var endCount = 0
            var extraCount = 0
            var lost: [UInt64: ContinuousClock.Instant] = [:]
        }

        private static let deadline = Duration.milliseconds(50)

        let network: Network
        private let server: LoopbackServer
        private let tally = Locked(Tally())
        private let group = DispatchGroup()

        init(_ transport: SocketTransport, _ server: LoopbackServer) {
            self.server = server
            let retries = RetryPolicy(
                backoff: .constant(.milliseconds(1)),
                { RetryPolicy.standard.decision(on: $0) }
            )
            network = Network(
                configuration: Network.Configuration(retryPolicy: retries),
                transport: transport,
                scheduler: ImmediateScheduler()
            )
        }

        /// - Returns: what was wrong.
        func run(_ count: Int, seed: UInt64, inFlight: Int = 64) -> [String] {
            tally.withLock { $0 = Tally(left: count, nextSeed: seed) }
            for _ in 0..<inFlight {
                group.enter()
                next()
            }
            let patience = 60 + Double(count) / 100
            let isOver = group.wait(timeout: .now() + patience) == .success
            let tally = tally.withLock { $0 }
            guard isOver else {
                let seeds = tally.lost.sorted { $0.value < $1.value }.prefix(5).map { "\($0.key)" }
                return [
                    "\(tally.lost.count) errands have not ended, those of the seeds \(seeds.joined(separator: ", "))"
                ]
            }
            var complaints: [String] = []
            if tally.endCount != count { complaints.append("\(count) errands ended \(tally.endCount) times") }
            if tally.extraCount > 0 { complaints.append("\(tally.extraCount) errands ended twice") }
            if network.activity.count.value != 0 {
                complaints.append("\(network.activity.count.value) operations are running")
            }
            return complaints
        }

        private func next() {
            let seed = tally.withLock { tally -> UInt64? in
                guard tally.left > 0 else { return nil }
                tally.left -= 1
                tally.nextSeed &+= 1
                tally.lost[tally.nextSeed] = .now
                return tally.nextSeed
            }
            guard let seed else { return group.leave() }
            let errand = Errand(seed: seed)
            let hasEnded = Locked(false)
            let handle = network.send(errand.request(to: server), abortAfter: Self.deadline).start { [self] event in
                guard event.isTerminating else { return }
                let isFirst = hasEnded.withLock { hasEnded in
                    defer { hasEnded = true }
                    return !hasEnded
                }
                tally.withLock { tally in
                    tally.lost[seed] = nil
                    if isFirst { tally.endCount += 1 } else { tally.extraCount += 1 }
                }
                // Not in the callback, which would nest.
                if isFirst { DispatchQueue.global().async { self.next() } }
            }
            switch errand.disposal {
            case nil: break
            case 0?: handle.dispose()
            case let time?:
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(time)) { handle.dispose() }
            }
        }
    }
#endif
