#if os(Linux)
    import ReactiveCore
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct DeliveryPoolTests {
        private final class Exchange: Deliverable {
            private let action: @Sendable () -> Void

            init(_ action: @escaping @Sendable () -> Void) {
                self.action = action
            }

            func deliver() { action() }
        }

        /// A pool whose threads are closures that the test runs.
        private final class Bench: Sendable {
            let threads = Locked<[@Sendable () -> Void]>([])
            let delivered = Locked<[Int]>([])
            let pool: DeliveryPool<Exchange>

            init() {
                pool = DeliveryPool { [threads] thread in threads.withLock { $0.append(thread) } }
            }

            var threadCount: Int { threads.withLock { $0.count } }

            func exchanges(_ numbers: some Sequence<Int>, inside: (@Sendable () -> Void)? = nil) -> [Exchange] {
                numbers.map { number in
                    Exchange { [delivered] in
                        inside?()
                        delivered.withLock { $0.append(number) }
                    }
                }
            }

            func add(_ exchanges: [Exchange]) -> Bool {
                var exchanges = exchanges
                defer { #expect(exchanges.isEmpty) }
                return pool.add(&exchanges)
            }

            func runThread() {
                threads.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            }
        }

        @Test func oneThreadDeliversAllThatARoundHasFinishedInOrder() {
            let bench = Bench()
            let waits = bench.add(bench.exchanges(1...5))
            #expect(bench.threadCount == 1)
            #expect(waits)
            bench.runThread()
            #expect(bench.delivered.value == [1, 2, 3, 4, 5])
            #expect(!bench.pool.replaceStalledWorkers())
        }

        @Test func anExchangeWithItsOwnThreadNeedsNoWatch() {
            let bench = Bench()
            #expect(!bench.add(bench.exchanges(1...1)))
        }

        @Test func aRunningThreadDeliversWhatIsAddedMeanwhile() {
            let bench = Bench()
            let more = bench.exchanges(2...2)
            _ = bench.add(bench.exchanges(1...1) { #expect(bench.add(more)) })
            bench.runThread()
            #expect(bench.threadCount == 0)
            #expect(bench.delivered.value == [1, 2])
        }

        @Test func aSlowDeliveryIsNotWaitedFor() {
            let bench = Bench()
            let slow = bench.exchanges(1...1) {
                // The first call sees that the slow exchange was taken, the second one that nothing else was.
                #expect(bench.pool.replaceStalledWorkers())
                #expect(bench.threadCount == 0)
                #expect(bench.pool.replaceStalledWorkers())
                #expect(bench.threadCount == 1)
                bench.runThread()
                #expect(bench.delivered.value == [2, 3])
            }
            _ = bench.add(slow + bench.exchanges(2...3))
            bench.runThread()
            #expect(bench.delivered.value == [2, 3, 1])
        }

        @Test func aSlowDeliveryIsNotWaitedForWhileMoreIsAdded() {
            let bench = Bench()
            let more = (3...5).map { bench.exchanges($0...$0) }
            let slow = bench.exchanges(1...1) {
                for exchanges in more {
                    #expect(bench.pool.replaceStalledWorkers())
                    _ = bench.add(exchanges)
                }
                bench.runThread()
                #expect(bench.delivered.value == [2, 3, 4, 5])
            }
            _ = bench.add(slow + bench.exchanges(2...2))
            bench.runThread()
            #expect(bench.delivered.value == [2, 3, 4, 5, 1])
        }

        @Test func aSlowDeliveryDelaysNothingThatIsAddedAfterItWasGivenUp() {
            let bench = Bench()
            let late = bench.exchanges(3...3)
            let slow = bench.exchanges(1...1) {
                _ = bench.pool.replaceStalledWorkers()
                _ = bench.pool.replaceStalledWorkers()
                bench.runThread()
                #expect(!bench.add(late))
                bench.runThread()
            }
            _ = bench.add(slow + bench.exchanges(2...2))
            bench.runThread()
            #expect(bench.delivered.value == [2, 3, 1])
        }

        @Test func withoutALoopEachWaitingExchangeHasItsOwnThread() {
            let bench = Bench()
            let slow = bench.exchanges(1...1) {
                bench.pool.disband()
                #expect(bench.threadCount == 2)
            }
            _ = bench.add(slow + bench.exchanges(2...3))
            bench.runThread()
            while bench.threadCount > 0 { bench.runThread() }
            #expect(bench.delivered.value.sorted() == [1, 2, 3])
        }
    }
#endif
