import Observation
import ReactiveMedia
import ReactiveTesting
import Testing

@Suite @MainActor struct LoadedTests {
    private typealias Source = SignalProducer<Int, Network.OperationError>
    private typealias Phase = Loaded<Int>.Phase

    private let clock = TestScheduler()

    /// Returns a producer of values, each after a second.
    private func source(_ values: Int..., failingWith error: Network.OperationError? = nil) -> Source {
        let values = Source(values).flatMap(.concat) { [clock] in Source(value: $0).delay(.seconds(1), on: clock) }
        guard let error else { return values }
        return values.concat(error: error)
    }

    @Test func aLoadPassesThroughItsPhases() {  // U1
        let loaded = Loaded<Int>()
        var phases: [Phase] = [loaded.phase]
        loaded.load(source(7))
        phases.append(loaded.phase)
        clock.advance(by: .seconds(1))
        phases.append(loaded.phase)
        #expect(phases == [.idle, .loading, .loaded(7)])
        #expect(loaded.value == 7)
    }

    @Test func aFailureLeavesTheValueReadable() {  // U1
        let loaded = Loaded<Int>()
        loaded.load(source(7))
        clock.advance(by: .seconds(1))
        loaded.load(Source(error: .missingData))
        #expect(loaded.phase == .failed(.missingData))
        #expect(loaded.value == 7)
    }

    @Test func aNewLoadReplacesTheOneBeforeWhoseValueStaysReadable() {  // U1
        let loaded = Loaded<Int>()
        loaded.load(source(1, 2))
        clock.advance(by: .seconds(1))
        loaded.load(source(3))
        #expect(loaded.phase == .loading)
        #expect(loaded.value == 1)
        clock.advance(by: .seconds(5))
        #expect(loaded.phase == .loaded(3))
        #expect(clock.scheduledCount == 0)
    }

    @Test func cancelRestoresTheLastValue() {  // U1
        let loaded = Loaded<Int>()
        loaded.load(source(1))
        loaded.cancel()
        #expect(loaded.phase == .idle)
        loaded.load(source(1))
        clock.advance(by: .seconds(1))
        loaded.load(source(2))
        loaded.cancel()
        clock.advance(by: .seconds(5))
        #expect(loaded.phase == .loaded(1))
        #expect(clock.scheduledCount == 0)
    }

    @Test func reloadStartsTheLastProducerAgain() {  // U1
        let starts = Locked(0)
        let loaded = Loaded<Int>()
        loaded.reload()
        #expect(loaded.phase == .idle)
        loaded.load(
            Source { observer, _ in
                starts.modify { $0 += 1 }
                observer.send(value: starts.value)
                observer.sendCompleted()
            }
        )
        loaded.reload()
        #expect(loaded.phase == .loaded(2))
    }

    @Test func anEndWithoutAValueRestoresThePhase() {  // U1
        let loaded = Loaded<Int>()
        loaded.load(.empty)
        #expect(loaded.phase == .idle)
        loaded.load(source(1))
        clock.advance(by: .seconds(1))
        loaded.load(.empty)
        #expect(loaded.phase == .loaded(1))
    }

    @Test func everyChangeIsObservedOnce() {  // U1
        let loaded = Loaded<Int>()
        func observed(_ change: () -> Void) -> Int {
            let count = Locked(0)
            withObservationTracking {
                _ = (loaded.phase, loaded.value)
            } onChange: {
                count.modify { $0 += 1 }
            }
            change()
            return count.value
        }
        #expect(observed { loaded.load(source(1)) } == 1)
        #expect(observed { loaded.load(source(2)) } == 0)
        #expect(observed { clock.advance(by: .seconds(1)) } == 1)
        #expect(observed { loaded.cancel() } == 0)
        #expect(loaded.phase == .loaded(2))
    }

    @Test func theLoadEndsWhenItsModelIsReleased() {  // U1
        var loaded: Loaded<Int>? = Loaded()
        weak let gone = loaded
        let isDisposed = Locked(false)
        loaded?.load(Source.never.on(disposed: { isDisposed.value = true }))
        #expect(!isDisposed.value)
        loaded = nil
        #expect(gone == nil)
        #expect(isDisposed.value)
    }

    @Test func changesHappenOnTheMainActorInOrder() async {  // U1
        let loaded = Loaded<Int>()
        loaded.load(Source(1...100).start(on: PoolScheduler()).concat(error: .missingData))
        while true {
            if case .failed = loaded.phase { break }
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = loaded.phase
                } onChange: {
                    #expect(isOnMainQueue)
                    continuation.resume()
                }
            }
        }
        #expect(loaded.value == 100)
    }
}
