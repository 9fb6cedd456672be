#if os(Linux)
    import Dispatch
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The end of a transport.
    @Suite struct ClosingTests {
        /// A server that ends its responses when it may. Each has 5 MB.
        private struct Held: Sendable {
            let server: RawServer
            private let mayEnd = Locked(false)
            private let begun = Locked(0)

            init() throws {
                server = try RawServer { [mayEnd, begun] peer in
                    var count = 0
                    while peer.receiveHead(count + 1) {
                        count += 1
                        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n")
                        peer.send([UInt8](repeating: 1, count: 2_500_000))
                        begun.withLock { $0 += 1 }
                        while !mayEnd.withLock({ $0 }) { peer.pause(milliseconds: 5) }
                        peer.send([UInt8](repeating: 1, count: 2_500_000))
                    }
                }
            }

            /// Waits until responses have begun.
            func begin(_ count: Int = 1) async { _ = await eventually { begun.withLock { $0 } == count } }
            func end() { mayEnd.withLock { $0 = true } }
        }

        /// The events of an exchange that has begun.
        private final class Listener: Sendable {
            let heard = Locked(Heard())
            let handle: any Disposable

            init(_ request: Request, over transport: SocketTransport) throws {
                handle = transport.exchange(try request.prepared()).start { [heard] event in
                    heard.withLock { $0.note(event) }
                }
            }

            var endCount: Int { heard.withLock { $0.endCount } }
            var kind: TransportError.Kind? { heard.withLock { $0.error?.kind } }

            func end() async -> Heard {
                _ = await eventually { endCount > 0 }
                return heard.withLock { $0 }
            }
        }

        /// The value of a drain, once it has come.
        private final class Waiter: Sendable {
            private let value = Locked<[Drained]>([])
            let handle: any Disposable

            init(_ drain: SignalProducer<Drained, Never>) {
                handle = drain.startWithValues { [value] drained in value.withLock { $0.append(drained) } }
            }

            var values: [Drained] { value.withLock { $0 } }

            func end() async -> [Drained] {
                _ = await eventually { !values.isEmpty }
                return values
            }
        }

        @Test func afterCloseTheResponseIsWholeAndTheNextRequestFails() async throws {  // AD13, AC-13
            let held = try Held()
            let transport = try SocketTransport.keeping()
            let listener = try Listener(.get(held.server.url()), over: transport)
            await held.begin()
            transport.close()
            held.end()
            let heard = await listener.end()
            #expect(heard.isWhole && heard.body.count == 5_000_000)
            let error = try await transport.hear(.get(held.server.url())).error
            #expect(error?.kind == .closed && error?.phase == .preparing, "\(String(describing: error))")
            #expect(error?.host == "127.0.0.1" && error?.mayHaveReachedServer == false)
            #expect(await eventually { held.server.endedConnections == [1] })
        }

        /// The test runs in a separate process, because others use the shared transport.
        @Test func theSharedTransportEndsIdleConnectionsOnly() async {  // AD13, AC-13
            await #expect(processExitsWith: .success) {
                let (idle, held) = (try RawServer { $0.answer() }, try Held())
                let transport = try SocketTransport.shared.get()
                for close in [{ transport.close() }, { transport.drain().start() }] {
                    let count = idle.connectionCount
                    #expect(try await transport.hear(.get(idle.url())).text == "right")
                    #expect(idle.connectionCount == count + 1)
                    close()
                    #expect(await eventually { idle.endedConnections.count == count + 1 })
                }
                let listener = try Listener(.get(held.server.url()), over: transport)
                await held.begin()
                transport.close()
                #expect(try await transport.drain().value() == Drained(finished: 0, interrupted: 0))
                held.end()
                #expect(await listener.end().body.count == 5_000_000)
                #expect(try await transport.hear(.get(held.server.url())).status == 200)
            }
        }

        @Test func waitingExchangesFinish() async throws {  // AD13
            let held = try Held()
            let transport = try SocketTransport.keeping { $0.maxConnectionsPerHost = 1 }
            let listeners = try (1...3).map { _ in try Listener(.get(held.server.url()), over: transport) }
            await held.begin()
            let waiter = Waiter(transport.drain(within: .patience))
            held.end()
            for listener in listeners { #expect(await listener.end().body.count == 5_000_000) }
            #expect(await waiter.end() == [Drained(finished: 3, interrupted: 0)])
        }

        @Test func idleConnectionsEndAtOnce() async throws {  // AD13
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping()
            #expect(try await transport.hear(.get(server.url())).text == "right")
            transport.close()
            #expect(await eventually { server.endedConnections == [1] })
        }

        @Test func theThreadEndsWithTheLastExchange() async {  // AD13, AD14
            await #expect(processExitsWith: .success) {
                let held = try Held()
                let before = try settledCounts { _ in true }
                let transport = try SocketTransport.keeping()
                let listener = try Listener(.get(held.server.url()), over: transport)
                await held.begin()
                transport.close()
                #expect(try settledCounts { _ in true }.descriptors > before.descriptors)
                held.end()
                _ = await listener.end()
                #expect(await eventually { !Self.loopExists() })
                withExtendedLifetime(transport) {}
            }
        }

        /// Returns whether the process has a thread for a transport.
        private static func loopExists() -> Bool {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return tasks.contains { task in
                let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
                return name?.hasPrefix("SocketTransport") ?? false
            }
        }

        @Test func atTheLimitADrainInterruptsTheRest() async throws {  // AD13
            let (first, second) = (try Held(), try Held())
            let transport = try SocketTransport.keeping()
            let listeners = try [first, second].map { try Listener(.get($0.server.url()), over: transport) }
            await first.begin()
            await second.begin()
            let waiter = Waiter(transport.drain(within: .patience))
            first.end()
            #expect(await listeners[0].end().isWhole)
            #expect(waiter.values.isEmpty)
            transport.engine.post(.drain(until: .now))
            #expect(await waiter.end() == [Drained(finished: 1, interrupted: 1)])
            let error = await listeners[1].end().error
            #expect(error?.kind == .closed && error?.phase == .receiving, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == true)
            #expect(listeners.map(\.endCount) == [1, 1])
        }

        @Test(.enabled(if: Nginx.isInstalled)) func aDrainInterruptsExchangesWhereverTheyAre() async throws {  // AD13
            let certificates = try await Certificates.made()
            let slow = try await Nginx(
                certificates["server"],
                "ssl http2",
                "root files; location /slow { limit_rate 1; }"
            )
            try slow.serve(Data(count: 1_000_000), at: "/slow")
            let (held, plain) = (try Held(), try RawServer { $0.drain() })
            let transport = try SocketTransport.keeping { configuration in
                configuration.maxConnectionsPerHost = 1
                configuration.tls.trust = .file(certificates.authority.certificate)
            }
            let upload = RequestBuilder(.put, plain.url()).data(Data(count: 50_000_000)).build()
            let listeners = try [
                // Receiving, waiting, receiving over HTTP/2, shaking hands, and sending.
                Request.get(held.server.url()), .get(held.server.url()), .get(slow.url("/slow")),
                .get(slow.url("/slow")),
                .get(held.server.url(scheme: "https")), upload,
            ]
            .map { try Listener($0, over: transport) }
            await held.begin()
            _ = await eventually { listeners[2].heard.withLock { $0.head != nil } }
            let drained = try await transport.drain(within: .zero).value()
            #expect(drained == Drained(finished: 0, interrupted: listeners.count))
            for listener in listeners { #expect(await listener.end().error?.kind == .closed) }
            #expect(listeners.allSatisfy { $0.endCount == 1 })
            #expect(await eventually { plain.endedConnections == [1] })
            held.end()
        }

        @Test func aChangedProtocolIsWaitedForAndCut() async throws {  // AD13, EN40
            for isCut in [false, true] {
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send("HTTP/1.1 101 Switching\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n")
                    peer.drain()
                }
                let transport = try SocketTransport.keeping()
                let upgrade = Upgrade(to: "echo", adding: [], namedFrom: "echo-")
                let request = try Request(.get, server.url()).prepared().upgrading(by: upgrade)
                _ = try await transport.exchange(request).collect().value()
                guard case .bytes(let duplex)? = upgrade.take() else {
                    Issue.record("The protocol was not changed")
                    continue
                }
                let waiter = Waiter(transport.drain(within: .patience))
                #expect(waiter.values.isEmpty)
                if isCut { transport.engine.post(.drain(until: .now)) } else { duplex.close() }
                #expect(await waiter.end() == [Drained(finished: isCut ? 0 : 1, interrupted: isCut ? 1 : 0)])
                #expect(await eventually { server.endedConnections == [1] })
                duplex.abort()
            }
        }

        @Test func aSecondDrainJoinsTheFirstAndADisposedOneOnlyStopsWaiting() async throws {  // AD13
            let held = try Held()
            let transport = try SocketTransport.keeping()
            let listener = try Listener(.get(held.server.url()), over: transport)
            await held.begin()
            let waiters = [
                Waiter(transport.drain(within: .patience)), Waiter(transport.drain(within: .zero)),
                Waiter(transport.drain(within: .patience)),
            ]
            waiters[0].handle.dispose()
            held.end()
            #expect(await listener.end().isWhole)
            for waiter in waiters.dropFirst() { #expect(await waiter.end() == [Drained(finished: 1, interrupted: 0)]) }
            #expect(waiters[0].values.isEmpty)
            // Also one that comes too late.
            #expect(try await transport.drain().value() == Drained(finished: 1, interrupted: 0))
        }

        @Test func aDrainWithoutExchangesEndsAtOnceAlsoAfterClose() async throws {  // AD13
            let transport = try SocketTransport()
            transport.close()
            #expect(try await transport.drain().value() == Drained(finished: 0, interrupted: 0))
            transport.close()
            let drain = try SocketTransport().drain(within: .seconds(Int64.max))
            #expect(try await drain.value() == Drained(finished: 0, interrupted: 0))
        }

        @Test func aDrainThatIsNotStartedClosesNothing() async throws {  // AD13
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping()
            _ = transport.drain()
            #expect(try await transport.hear(.get(server.url())).text == "right")
        }

        @Test func anExchangeCountsUntilItsObserverHasTheEnd() async throws {  // AD13
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping()
            let (isBusy, mayGo) = (Locked(false), DispatchSemaphore(value: 0))
            transport.exchange(try Request.get(server.url()).prepared()).start { event in
                guard event.isTerminating else { return }
                isBusy.withLock { $0 = true }
                mayGo.wait()
            }
            #expect(await eventually { isBusy.withLock { $0 } })
            let waiter = Waiter(transport.drain(within: .patience))
            #expect(waiter.values.isEmpty)
            mayGo.signal()
            #expect(await waiter.end() == [Drained(finished: 1, interrupted: 0)])
        }

        @Test func aDrainDoesNotWaitForAnObserverThatBlocksBeyondTheLimit() async throws {  // AD13, AD14
            let server = try RawServer { $0.answer() }
            let transport = try SocketTransport.keeping()
            let drained = Locked<Drained?>(nil)
            transport.exchange(try Request.get(server.url()).prepared()).start { event in
                guard event.isTerminating else { return }
                // It waits for its own end.
                let value = transport.drain(within: .zero).first()
                drained.withLock { $0 = value?.get() }
            }
            #expect(await eventually { drained.withLock { $0 } == Drained(finished: 1, interrupted: 0) })
        }

        @Test func disposedExchangesCountAsFinished() async throws {  // AD13
            let held = try Held()
            let transport = try SocketTransport.keeping()
            let listener = try Listener(.get(held.server.url()), over: transport)
            await held.begin()
            let waiter = Waiter(transport.drain(within: .patience))
            listener.handle.dispose()
            #expect(await waiter.end() == [Drained(finished: 1, interrupted: 0)])
            held.end()
        }

        @Test func exchangesThatBeginDuringTheCloseHaveOneEnd() async throws {  // AD14
            let server = try RawServer { $0.answer() }
            for round in 1...20 {
                let transport = try SocketTransport.keeping { $0.maxConnectionsPerHost = 4 }
                let listeners = Locked<[Listener]>([])
                await withTaskGroup(of: Void.self) { group in
                    for number in 1...40 {
                        group.addTask {
                            if number % 8 == round % 8 { transport.close() }
                            guard let listener = try? Listener(.get(server.url()), over: transport) else { return }
                            listeners.withLock { $0.append(listener) }
                        }
                    }
                }
                let drained = try await transport.drain(within: .patience).value()
                #expect(drained.interrupted == 0)
                for listener in listeners.withLock({ $0 }) {
                    let heard = await listener.end()
                    #expect(heard.isWhole || heard.error?.kind == .closed, "\(heard)")
                    #expect(heard.endCount == 1)
                }
            }
        }

        @Test func aForkedProcessClosesNothingOfItsParent() async {  // AD14, EN6
            await #expect(processExitsWith: .success) {
                let server = try RawServer { $0.answer() }
                let transport = try SocketTransport.keeping()
                #expect(try await transport.hear(.get(server.url())).text == "right")
                let child = try fork {
                    transport.close()
                    let drained = Locked<Drained?>(nil)
                    transport.drain().startWithValues { value in drained.withLock { $0 = value } }
                    return drained.withLock { $0 } == Drained(finished: 0, interrupted: 0) ? 0 : 1
                }
                var status: Int32 = -1
                #expect(waitpid(child, &status, 0) == child)
                #expect(status == 0)
                let heard = try await transport.hear(.get(server.url()))
                #expect(heard.text == "right" && heard.metrics?.reusedConnection == true, "\(heard)")
            }
        }
    }
#endif
