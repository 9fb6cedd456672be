import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// Cancellation, silent servers and slow servers.
    @Suite struct Ending {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
            server.on("/ok", .text("ok"))
            server.on("/silent", .silent)
            server.on("/stall", .stallAfterHead)
            server.on("/endless", .endless(.init("more", after: .milliseconds(1))))
            server.on("/flood", .endless(.init(Array(repeating: 1, count: 65_536))))
        }

        /// Endless bodies. `URLSession` on Linux is excluded from the fastest one: it keeps reading even if nobody
        /// consumes the data.
        private func endlessPaths(_ wire: Wire) -> [String] {
            Wire.sound.contains(wire) ? ["/endless", "/flood"] : ["/endless"]
        }

        /// Starts an exchange and disposes of it at the first event for which `isDue` returns `true`.
        private func interrupt(
            _ wire: Wire,
            _ path: String,
            at isDue: @escaping @Sendable (TransportEvent) -> Bool
        ) async throws -> Heard {
            let record = Locked(Heard())
            let prepared = try Request.get(server.url(path)).prepared()
            let producer = try wire.transport().exchange(prepared)
            await withCheckedContinuation { continuation in
                // The handle exists before the first event, which may arrive on another thread.
                producer.startWithSignal { signal, handle in
                    _ = signal.observe { event in
                        record.withLock { $0.note(event) }
                        if case .value(let value) = event, isDue(value) { handle.dispose() }
                        if event.isTerminating { continuation.resume() }
                    }
                }
            }
            return record.withLock { $0 }
        }

        @Test(arguments: Wire.all)
        func anInterruptionIsTheLastEventAfterADisposalInsideAnEvent(wire: Wire) async throws {
            let atHead = try await interrupt(wire, "/stall") { if case .head = $0 { true } else { false } }
            #expect(atHead.wasInterrupted && atHead.endCount == 1)
            #expect(atHead.heads.count == 1)
            for path in endlessPaths(wire) {
                let atBody = try await interrupt(wire, path) { if case .body = $0 { true } else { false } }
                #expect(atBody.wasInterrupted && atBody.endCount == 1)
                #expect(atBody.events.count { if case .body = $0 { true } else { false } } == 1)
            }
            let atStart = try await interrupt(wire, "/silent") { if case .phase = $0 { true } else { false } }
            #expect(atStart.wasInterrupted && atStart.endCount == 1)
            let atEnd = try await interrupt(wire, "/ok") { if case .completed = $0 { true } else { false } }
            #expect(atEnd.wasInterrupted && atEnd.endCount == 1)
            // A session that is canceled before it has connected does not connect.
            let seen = wire == .urlSession ? 2 : 3
            #expect(await server.waitUntil(within: .seconds(600)) { $0.disconnections.count >= seen })
        }

        @Test(arguments: Wire.all) func anExchangeDisposedOfBeforeItRunsSendsNothing(wire: Wire) async throws {  // N1
            let producer = try wire.transport().exchange(try Request.get(server.url("/ok")).prepared())
            let ends = Locked(0)
            for _ in 1...200 {
                producer.start { event in if event.isTerminating { ends.withLock { $0 += 1 } } }.dispose()
            }
            #expect(ends.withLock { $0 } == 200)
            #expect(try await wire.hear(server.url("/ok")).text == "ok")
        }

        @Test(arguments: Wire.all)
        func racingEndsOfAllKindsAreSafe(wire: Wire) async throws {
            let transport = try wire.transport()
            let paths = ["/ok", "/silent", "/stall"] + endlessPaths(wire)
            let ends = Locked<[Int: Int]>([:])
            let count = 300
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask { [server] in
                        guard let request = try? Request.get(server.url(paths[number % paths.count])).prepared() else {
                            return
                        }
                        let handle = transport.exchange(request).start { event in
                            if event.isTerminating { ends.withLock { $0[number, default: 0] += 1 } }
                        }
                        try? await Task.sleep(for: .microseconds(number * 37 % 5_000))
                        // Several threads dispose of it, which must not count twice.
                        DispatchQueue.concurrentPerform(iterations: 2) { _ in handle.dispose() }
                    }
                }
            }
            #expect(ends.withLock { $0.count } == count)
            #expect(ends.withLock { $0.values.allSatisfy { $0 == 1 } })
            #expect(try await wire.hear(server.url("/ok")).text == "ok")
        }

        @Test(arguments: Wire.all)
        func disposingUnderALockOfTheObserverDoesNotDeadlock(wire: Wire) async throws {
            let transport = try wire.transport()
            let lock = Locked(0)
            for number in 1...50 {
                let paths = endlessPaths(wire)
                let prepared = try Request.get(server.url(paths[number % paths.count])).prepared()
                let handle = transport.exchange(prepared).start { event in
                    // The end of a disposed start arrives inside `dispose`, while the lock is held.
                    if !event.isTerminating { lock.withLock { $0 += 1 } }
                }
                lock.withLock { _ in handle.dispose() }
            }
            #expect(try await wire.hear(server.url("/ok")).text == "ok")
        }

        @Test(arguments: Wire.all)
        func theDeadlineAppliesToEveryKindOfSlowServer(wire: Wire) async throws {  // N11
            server.on("/drip", .drip(String(repeating: "x", count: 100).utf8, every: .milliseconds(30)))
            server.on("/slowHead", LoopbackServer.Reply.text("x").dripping(.everything, every: .milliseconds(30)))
            let network = try wire.network()
            for path in ["/silent", "/stall", "/drip", "/slowHead", "/endless"] {
                let watch = Stopwatch()
                var error: OperationError?
                do throws(OperationError) {
                    _ = try await network.send(.get(server.url(path)), abortAfter: .milliseconds(300)).firstValue()
                } catch let caught {
                    error = caught
                }
                let elapsed = watch.elapsed
                guard case .timedOut? = error else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
                #expect(elapsed >= .milliseconds(300) && elapsed < watch.atMost(.seconds(2)), "\(path): \(elapsed)")
            }
            #expect(await server.waitUntil(within: .seconds(600)) { $0.disconnections.count >= 5 })
        }
    }
}

#if os(Linux)
    extension TransportConformanceTests.Ending {
        @Test(arguments: Wire.sound, ["/silent", "/stall"])
        func aStallIsATimeout(wire: Wire, path: String) async throws {
            let transport = try wire.transport { $0.stallTimeout = .seconds(1) }
            let watch = Stopwatch()
            let heard = try await transport.hear(.post(server.url(path)))
            let elapsed = watch.elapsed
            #expect(elapsed >= .seconds(1) && elapsed < watch.atMost(.seconds(4)), "\(elapsed)")
            #expect(heard.error?.kind == .timedOut, "\(String(describing: heard.error))")
            #expect(heard.error?.phase == (path == "/silent" ? .waitingForHead : .receiving))
            #expect(heard.error?.mayHaveReachedServer == true)
            #expect(heard.error?.isTransient == true)
        }

        @Test(arguments: Wire.sound) func slowBodiesAndSlowObserversAreNotStalls(wire: Wire) async throws {
            server.on("/drip", .drip("slow".utf8, every: .milliseconds(700)))
            server.on("/many", .bytes([UInt8](repeating: 1, count: 4_000_000)))
            let transport = try wire.transport { $0.stallTimeout = .seconds(1) }
            #expect(try await transport.hear(.get(server.url("/drip"))).text == "slow")
            let isFirst = Locked(true)
            let heard = Locked(Heard())
            let prepared = try Request.get(server.url("/many")).prepared()
            await withCheckedContinuation { continuation in
                transport.exchange(prepared).start { event in
                    heard.withLock { $0.note(event) }
                    let mustWait = isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                    }
                    // Longer than a stall may last: the passing of time is what the transport must not count.
                    if mustWait { Thread.sleep(forTimeInterval: 2.5) }
                    if event.isTerminating { continuation.resume() }
                }
            }
            #expect(heard.withLock { $0.isWhole }, "\(String(describing: heard.withLock { $0.error }))")
        }

        @Test(arguments: Wire.sound) func aWaitingExchangeIsRemovedWhenDisposedOf(wire: Wire) async throws {  // N3
            let transport = try wire.transport { $0.maxConnectionsPerHost = 1 }
            let prepared = try Request.get(server.url("/silent")).prepared()
            let running = transport.exchange(prepared).start { _ in }
            #expect(await server.received(count: 1, to: "/silent", within: .seconds(600)))
            let waiting = (1...3_000).map { _ in transport.exchange(prepared).start { _ in } }
            for handle in waiting { handle.dispose() }
            running.dispose()
            #expect(try await transport.hear(.get(server.url("/ok"))).text == "ok")
            #expect(server.requestCount(to: "/silent") == 1)
        }

        @Test(arguments: Wire.sound) func aSlowObserverPausesTheServer(wire: Wire) async throws {  // EN23
            let chunk = [UInt8](repeating: 1, count: 65_536)
            server.on("/many", .chunked((1...1_000).map { _ in .init(chunk) }))
            let prepared = try Request.get(server.url("/many")).prepared()
            let transport = try wire.newTransport()
            let isHeld = Locked(true)
            let byteCount = Locked(0)
            await withCheckedContinuation { continuation in
                transport.exchange(prepared).start { event in
                    switch event {
                    case .value(.body(let data)):
                        byteCount.withLock { $0 += data.count }
                        let mustWait = isHeld.withLock { isHeld in
                            defer { isHeld = false }
                            return isHeld
                        }
                        guard mustWait else { return }
                        // Long enough for a local server to send everything if nothing stopped it.
                        Thread.sleep(forTimeInterval: 0.5)
                        #expect(server.openConnectionCount == 1)
                    case .value: break
                    case .completed, .failed, .interrupted: continuation.resume()
                    }
                }
            }
            #expect(byteCount.withLock { $0 } == 65_536_000)
        }

        @Test(arguments: Wire.sound) func transportsCanBeCreatedAndReleasedRepeatedly(wire: Wire) async {
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let server = try LoopbackServer()
                server.on("/ok", .text("ok"))
                server.on("/silent", .silent)
                func cycle() async throws {
                    let transport = try wire.newTransport()
                    #expect(try await transport.hear(.get(server.url("/ok"))).text == "ok")
                    // The transport is released with exchanges in flight, which continue until they are disposed of.
                    let prepared = try Request.get(server.url("/silent")).prepared()
                    transport.exchange(prepared).start { _ in }.dispose()
                }
                for _ in 1...10 { try await cycle() }
                let before = try settledCounts { _ in true }
                for _ in 1...300 { try await cycle() }
                let after = try settledCounts {
                    $0.descriptors <= before.descriptors + 8 && $0.threads <= before.threads + 4
                }
                #expect(after.descriptors <= before.descriptors + 8, "\(before) \(after)")
                #expect(after.threads <= before.threads + 4, "\(before) \(after)")
                #expect(await server.waitUntil(within: .seconds(600)) { $0.openConnectionCount == 0 })
            }
        }

        @Test(arguments: Wire.sound) func aReleasedTransportFinishesItsExchanges(wire: Wire) async throws {
            server.on("/late", LoopbackServer.Reply.text("late").delayed(by: .milliseconds(50)))
            let prepared = try Request.get(server.url("/late")).prepared()
            var producer: SignalProducer<TransportEvent, TransportError>? = try wire.newTransport().exchange(prepared)
            let events = Locked(Heard())
            await withCheckedContinuation { continuation in
                producer?.start { event in
                    events.withLock { $0.note(event) }
                    if event.isTerminating { continuation.resume() }
                }
                producer = nil
            }
            #expect(events.withLock { $0.text } == "late")
        }
    }
#endif
