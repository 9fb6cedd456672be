import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

/// Plain state of the main actor. Half of the test is that the closures below use it without `await`.
@MainActor private final class Screen {
    var lines: [String] = []

    /// Notes a line, and traps off the main queue.
    func note(_ line: String) {
        lines.append(line)
        dispatchPrecondition(condition: .onQueue(.main))
    }
}

@Suite(.serialized, .timeLimit(.minutes(20))) @MainActor struct OnMainTests {
    private let screen = Screen()
    private let queue = DispatchQueue(label: "background")

    /// Returns after all work that was pending on the main queue.
    private func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { UIScheduler().schedule { continuation.resume() } }
        }
    }

    private func background(_ producer: SignalProducer<Int, TestError>) -> SignalProducer<Int, TestError> {
        producer.start(on: PoolScheduler())
    }

    @Test func eventsFromOtherThreadsArriveOnTheMainActorInOrder() async {  // R35, R31
        await withCheckedContinuation { continuation in
            background(SignalProducer(0..<1_000)).startOnMain { [screen] in
                screen.note("\($0)")
            } failed: { _ in
            } completed: { [screen] in
                screen.note("|")
                continuation.resume()
            }
        }
        #expect(screen.lines == (0..<1_000).map { "\($0)" } + ["|"])
    }

    @Test func theFailureArrivesOnTheMainActor() async {  // R35
        let failing = background(SignalProducer(values: 1, 2).concat(error: .a))
        await withCheckedContinuation { continuation in
            failing.startOnMain { [screen] in
                screen.note("\($0)")
            } failed: { [screen] in
                screen.note("\($0)")
                continuation.resume()
            }
        }
        #expect(screen.lines == ["1", "2", "a"])
    }

    @Test func aProducerThatCannotFailNeedsOnlyAValueClosure() async {  // R35
        SignalProducer(values: 1, 2).startOnMain { [screen] in screen.note("\($0)") }
        await settle()
        #expect(screen.lines == ["1", "2"])
    }

    @Test func disposingOnAnotherThreadInterruptsOnTheMainActor() async {  // R13
        let handle = Locked<(any Disposable)?>(nil)
        await withCheckedContinuation { continuation in
            let started = SignalProducer<Int, Never>.never.startOnMain { [screen] in
                screen.note("\($0)")
            } interrupted: { [screen] in
                screen.note("!")
                continuation.resume()
            }
            handle.withLock { $0 = started }
            queue.async { handle.withLock { $0 }?.dispose() }
        }
        #expect(screen.lines == ["!"])
    }

    @Test func nothingArrivesAfterADisposalOnTheMainQueue() async {  // R13
        let (signal, input) = Signal<Int, TestError>.pipe()
        let handle = signal.producer.startOnMain { [screen] in
            screen.note("\($0)")
        } failed: { _ in
        } interrupted: { [screen] in
            screen.note("!")
        }
        // This test occupies the main thread, so that values from other threads have to wait.
        queue.sync { for value in 1...3 { input.send(value: value) } }
        handle.dispose()
        await settle()
        #expect(screen.lines == ["!"])
    }

    @Test func signalsAreObservedOnTheMainActor() async {  // R35, R7
        let (signal, input) = Signal<Int, TestError>.pipe()
        let handle = signal.observeOnMain { [screen] in
            screen.note("a\($0)")
        } failed: { _ in
        } interrupted: { [screen] in
            screen.note("a!")
        }
        signal.observeOnMain { [screen] in
            screen.note("b\($0)")
        } failed: { [screen] in
            screen.note("b\($0)")
        }
        queue.sync { input.send(value: 1) }
        await settle()
        queue.sync { input.send(value: 2) }
        handle.dispose()
        queue.sync { input.send(error: .c) }
        await settle()
        #expect(screen.lines == ["a1", "b1", "b2", "bc"])
        #expect(handle.isDisposed)
    }

    @Test func aSignalThatHasEndedInterruptsOnTheMainActorFromAnyThread() async {  // R6
        let (signal, input) = Signal<Int, Never>.pipe()
        input.sendCompleted()
        let screen = screen
        await withCheckedContinuation { continuation in
            queue.async {
                signal.observeOnMain {
                    screen.note("\($0)")
                } interrupted: {
                    screen.note("!")
                    continuation.resume()
                }
            }
        }
        #expect(screen.lines == ["!"])
    }

    @Test func closuresRunOnlyOnTheMainQueue() async {  // R35: the closures trap off the main queue
        let screen = screen
        let endCount = Counter()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let handle = SignalProducer<Int, Never>(0..<20).start(on: PoolScheduler())
                            .startOnMain {
                                screen.note("\($0)")
                            } completed: {
                                endCount.add()
                                continuation.resume()
                            } interrupted: {
                                endCount.add()
                                continuation.resume()
                            }
                        if index.isMultiple(of: 2) { handle.dispose() }
                    }
                }
            }
        }
        #expect(endCount.value == 200)
    }
}
