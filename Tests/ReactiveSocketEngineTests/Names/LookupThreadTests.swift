#if os(Linux)
    import Foundation
    import ReactiveCore
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Lookups on threads of the system.
    @Suite struct LookupThreadTests {
        /// A resolver whose names that begin with "hang" are answered only when the gate opens.
        private final class Gate: Sendable {
            private let semaphore = DispatchSemaphore(value: 0)
            let hangingCount = Locked(0)

            func resolve(_ question: LookupQuestion) -> Result<[SocketAddress], LookupFailure> {
                if question.name.hasPrefix("hang") {
                    hangingCount.withLock { $0 += 1 }
                    semaphore.wait()
                    hangingCount.withLock { $0 -= 1 }
                }
                return .success(LookupBench.addresses)
            }

            func open(for count: Int) {
                for _ in 0..<count { semaphore.signal() }
            }
        }

        @Test func aNameIsAnsweredWhileFortyOthersHang() async {  // TC-49
            let gate = Gate()
            let lookups = NameLookups(resolver: gate.resolve)
            let late = Locked(0)
            let tickets = (1...40).map { number in
                lookups.addresses(of: "hang\(number).example", .any) { _ in late.withLock { $0 += 1 } }
            }
            #expect(await eventually { gate.hangingCount.value == 40 })
            let answer = await withCheckedContinuation { continuation in
                _ = lookups.addresses(of: "other.example", .any) { continuation.resume(returning: $0) }
            }
            #expect(answer == .success(LookupBench.addresses))
            // Disposal does not wait for the lookup.
            tickets[0]?.cancel()
            #expect(gate.hangingCount.value == 40)
            gate.open(for: 40)
            #expect(await eventually { late.value == 39 })
        }

        @Test func lookupsBeyondSixtyFourWaitForAThread() async {  // EN7
            let gate = Gate()
            let lookups = NameLookups(resolver: gate.resolve, patience: .milliseconds(1))
            let late = Locked(0)
            for number in 1...66 {
                _ = lookups.addresses(of: "hang\(number).example", .any) { _ in late.withLock { $0 += 1 } }
            }
            #expect(await eventually { gate.hangingCount.value == 64 })
            #expect(lookups.waitingCount == 2)
            #expect(lookups.threadCount == 64)
            gate.open(for: 66)
            #expect(await eventually { late.value == 66 })
            #expect(await eventually { lookups.threadCount == 0 })
        }

        @Test func aThreadWithoutWorkEnds() async {  // EN7
            let lookups = NameLookups(resolver: Gate().resolve, patience: .milliseconds(1))
            for number in 1...3 {
                _ = lookups.addresses(of: "\(number).example", .any) { _ in }
                #expect(await eventually { lookups.threadCount == 0 })
            }
        }

        @Test func lookupsWithoutThreadsAreReleased() async {
            weak var released: NameLookups?
            do {
                let lookups = NameLookups(resolver: Gate().resolve, patience: .milliseconds(1))
                released = lookups
                _ = lookups.addresses(of: "a.example", .any) { _ in }
            }
            #expect(await eventually { released == nil })
        }

        @Test func everyCallerThatWaitsIsAnsweredOnceUnderLoad() async {
            let lookups = NameLookups(
                resolver: { $0.name.hasPrefix("1") ? .failure(.noAddress) : .success(LookupBench.addresses) },
                patience: .milliseconds(1)
            )
            let taskCount = 8
            let askCount = 500
            let answers = Locked([Int](repeating: 0, count: taskCount * askCount))
            await withTaskGroup { group in
                for task in 0..<taskCount {
                    group.addTask {
                        for ask in 0..<askCount {
                            let ticket = lookups.addresses(of: "\((task + ask) % 19).example", .any) { _ in
                                answers.withLock { $0[task * askCount + ask] += 1 }
                            }
                            if ask % 3 == 0 { ticket?.cancel() }
                            if ask % 7 == 0 { await Task.yield() }
                        }
                    }
                }
            }
            let stayed = (0..<taskCount * askCount).filter { $0 % askCount % 3 != 0 }
            #expect(await eventually { answers.withLock { answers in stayed.allSatisfy { answers[$0] == 1 } } })
            #expect(answers.value.allSatisfy { $0 <= 1 })
            #expect(await eventually { lookups.threadCount == 0 })
            #expect(lookups.waitingCount == 0)
        }

        @Test func aThreadForLookupsIsNotEndedByABrokenPipe() async {  // EN6
            let isBlocked = Locked<Bool?>(nil)
            let number = LookupThread.start {
                var signals = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &signals)
                let answer = sigismember(&signals, SIGPIPE) == 1
                isBlocked.withLock { $0 = answer }
            }
            #expect(number == 0)
            #expect(await eventually { isBlocked.value != nil })
            #expect(isBlocked.value == true)
        }
    }
#endif
