#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting
    import Synchronization

    /// Requests to a server with every fault, many at once, many of them disposed of: nothing of them may be left.
    enum Resources {
        /// Runs the parts one after the other.
        ///
        /// - Returns: what was wrong.
        static func run(_ count: Int, seed: UInt64) throws -> [String] {
            let limit = Census.raiseDescriptorLimit()
            var complaints = try errands(count, seed: seed)
            guard complaints.isEmpty else { return complaints + ["repeat with: Stress resources \(count) \(seed)"] }
            complaints += try disposals(min(count, 20_000))
            // Sanitizers make each thread and each allocation larger.
            complaints += try waiting(Census.isSanitized ? 500 : min(10_000, limit - 500))
            complaints += try deadlines(64)
            return complaints
        }

        private static func errands(_ count: Int, seed: UInt64) throws -> [String] {
            var configuration = LoopbackServer.Configuration()
            configuration.recordLimit = 1
            let server = try LoopbackServer(configuration)
            Errand.prepare(server)
            func storm(_ count: Int, _ seed: UInt64) throws -> [String] {
                Storm(try SocketTransport(), server).run(count, seed: seed)
            }
            // Everything is used for the first time only once.
            var complaints = try storm(1_000, seed)
            let before = Census.settled { $0.threads < 12 && server.openConnectionCount == 0 }
            let begun = ContinuousClock.now
            complaints += try storm(count, seed &+ 1_000)
            let elapsed = begun.duration(to: .now)
            let after = Census.settled {
                $0.left(since: before, memory: .max / 2).isEmpty && server.openConnectionCount == 0
            }
            print("\(count) requests in \(elapsed)\nbefore: \(before)\nafter:  \(after)")
            return complaints + after.left(since: before, memory: 24 << 20)
        }

        /// Starts and disposals race, with two threads each.
        private static func disposals(_ count: Int) throws -> [String] {
            let server = try LoopbackServer()
            server.on("/", .text("ok"))
            let request = RequestBuilder(.get, server.url("/")).build()
            let network = Network(transport: try SocketTransport(), scheduler: ImmediateScheduler())
            _ = network.send(request).first()
            let before = Census.descriptorCount
            let ends = Atomic(0)
            let begun = ContinuousClock.now
            for round in 0..<max(1, count / 64) {
                let handles = Locked<[any Disposable]>([])
                let hasStarted = DispatchSemaphore(value: 0)
                let group = DispatchGroup()
                for _ in 0..<2 {
                    DispatchQueue.global().async(group: group) {
                        for _ in 0..<32 {
                            let handle = network.send(request).start { event in
                                if event.isTerminating { ends.wrappingAdd(1, ordering: .relaxed) }
                            }
                            handles.withLock { $0.append(handle) }
                            hasStarted.signal()
                        }
                    }
                    DispatchQueue.global().async(group: group) {
                        for number in 0..<32 {
                            hasStarted.wait()
                            // Yielding would give a busy machine's other processes their turn each time.
                            for _ in 0..<(round % 8) * number * 8 { _ = ContinuousClock.now }
                            handles.withLock { $0.popLast() }?.dispose()
                        }
                    }
                }
                guard group.wait(timeout: .now() + 60) == .success else { return ["a disposal does not return"] }
            }
            let wanted = max(1, count / 64) * 64
            let seen = ends.load(ordering: .relaxed)
            print("\(wanted) disposals in \(begun.duration(to: .now))")
            // The connections of the last requests wait for their next ones.
            let isLeft = Census.settled { _ in Census.descriptorCount <= before + 2 * 64 }.descriptors > before + 2 * 64
            return (seen == wanted ? [] : ["\(wanted) requests ended \(seen) times"])
                + (network.activity.count.value == 0 ? [] : ["operations are running"])
                + (isLeft ? ["descriptors are left after the disposals"] : [])
        }

        /// Many requests wait for a silent server, and are disposed of at once.
        private static func waiting(_ count: Int) throws -> [String] {
            let server = try SilentServer(for: count)
            var configuration = SocketTransport.Configuration()
            configuration.maxConnections = count
            configuration.maxConnectionsPerHost = count
            let transport = try SocketTransport(configuration)
            let requests = try (0..<count).map { try RequestBuilder(.get, server.url($0)).build().prepared() }
            let waiting = Atomic(0)
            let ended = Atomic(0)
            let before = Census.now
            let handles = requests.map { request in
                transport.exchange(request).start { event in
                    if case .value(.phase(.waitingForHead)) = event { waiting.wrappingAdd(1, ordering: .relaxed) }
                    if event.isTerminating { ended.wrappingAdd(1, ordering: .relaxed) }
                }
            }
            for _ in 0..<600 where waiting.load(ordering: .relaxed) < count { poll(nil, 0, 100) }
            let (seen, lost) = (waiting.load(ordering: .relaxed), ended.load(ordering: .relaxed))
            let each = (Census.now.memory - before.memory) / count
            let begun = ContinuousClock.now
            DispatchQueue.concurrentPerform(iterations: 2) { part in
                for number in stride(from: part, to: count, by: 2) { handles[number].dispose() }
            }
            let elapsed = begun.duration(to: .now)
            let after = Census.settled { $0.descriptors <= before.descriptors }
            print("\(count) requests wait, \(each) bytes each; disposed of in \(elapsed)")
            var complaints: [String] = []
            if seen < count || lost > 0 {
                complaints.append("\(seen) of \(count) requests wait, and \(lost) have ended")
            }
            if ended.load(ordering: .relaxed) != count { complaints.append("disposals did not end all of them") }
            return complaints + after.left(since: before, memory: .max / 2).filter { $0.contains("descriptors") }
        }

        /// Deadlines of requests to a silent server.
        private static func deadlines(_ inFlight: Int) throws -> [String] {
            let server = try SilentServer(for: inFlight)
            let network = Network(transport: try SocketTransport(), scheduler: ImmediateScheduler())
            let request = RequestBuilder(.get, server.url(0)).build()
            let lateness = Lateness()
            let limit = Duration.milliseconds(100)
            for _ in 0..<20 {
                let group = DispatchGroup()
                for _ in 0..<inFlight {
                    group.enter()
                    let begun = ContinuousClock.now
                    network.send(request, abortAfter: limit).start { event in
                        guard event.isTerminating else { return }
                        lateness.add(begun.duration(to: .now) - limit)
                        group.leave()
                    }
                }
                guard group.wait(timeout: .now() + 60) == .success else { return ["a deadline does not come"] }
            }
            print("with \(inFlight) in flight: \(lateness.summary)")
            return lateness.complaints
        }
    }
#endif
