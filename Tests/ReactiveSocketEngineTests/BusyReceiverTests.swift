#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Synchronization
    import Testing

    /// Decoders and observers that do not return until another exchange has ended: one that they held up would hang.
    @Suite struct BusyReceiverTests {
        /// A way to be busy until a flag is set.
        enum Business {
            case sleeping, computing

            func last(until isOver: borrowing Atomic<Bool>) {
                while !isOver.load(ordering: .acquiring) { if self == .sleeping { poll(nil, 0, 5) } }
            }
        }

        private final class Flag: Sendable {
            let isOver = Atomic(false)
            let begun = Atomic(0)

            func keepBusy(_ business: Business) {
                begun.add(1, ordering: .relaxed)
                business.last(until: isOver)
            }
        }

        private func network() throws -> Network {
            let transport = try SocketTransport.keeping { $0.maxConnectionsPerHost = 100 }
            return Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        }

        // More threads that compute would take the time of all other tests.
        @Test(arguments: [(Business.computing, 2), (.sleeping, 2), (.sleeping, 8), (.sleeping, 40)])
        func busyDecodersDelayOnlyTheirOwnExchanges(_ business: Business, _ count: Int) async throws {  // EN4
            let server = try LoopbackServer()
            server.on("/", .text("ok"))
            let network = try network()
            let flag = Flag()
            let request = Request.get(server.url("/"))
            let busy = Decoding<String>.text().map { text -> String in
                flag.keepBusy(business)
                return text
            }
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<count {
                    group.addTask { try await network.send(request, decoding: busy).value().parsedData }
                }
                while flag.begun.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
                #expect(try await network.send(request, decoding: .text()).value().parsedData == "ok")
                flag.isOver.store(true, ordering: .releasing)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(texts == Array(repeating: "ok", count: count))
        }

        @Test(arguments: [2, 8, 40])
        func busyObserversDelayOnlyTheirOwnExchanges(_ count: Int) async throws {  // EN4
            let server = try LoopbackServer()
            server.on("/", .text("ok"))
            let network = try network()
            let flag = Flag()
            let ended = Locked(0)
            for _ in 0..<count {
                network.send(.get(server.url("/")), decoding: .text()).startWithResult { _ in
                    flag.keepBusy(.sleeping)
                    ended.withLock { $0 += 1 }
                }
            }
            while flag.begun.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
            #expect(try await network.send(.get(server.url("/")), decoding: .text()).value().parsedData == "ok")
            flag.isOver.store(true, ordering: .releasing)
            #expect(await eventually { ended.value == count })
        }
    }
#endif
