import ReactiveCore
import ReactiveTesting
import Testing

struct RepeatTests {
    let starts = Counter()

    private var numbered: SignalProducer<Int, TestError> {
        SignalProducer { [starts] in .success(starts.add()) }
    }

    @Test func repeatStartsAgainAtEachCompletion() {
        #expect(events(of: numbered.repeat(3)) == [.value(1), .value(2), .value(3), .completed])
    }

    @Test func repeatZeroCompletesAndRepeatOneStartsOnce() {
        #expect(events(of: numbered.repeat(0)) == [.completed])
        #expect(events(of: numbered.repeat(1)) == [.value(1), .completed])
    }

    @Test func aFailureEndsTheRepetition() {
        #expect(
            events(of: numbered.attempt { $0 == 2 ? .failure(.a) : .success(()) }.repeat(5)) == [
                .value(1), .failed(.a),
            ]
        )
    }

    @Test func disposingAndAnEarlyEndStartNothingMore() {  // R38, R40
        #expect(selfDisposing(numbered.repeat(5)) { $0 == .value(2) } == [.value(1), .value(2), .interrupted])
        #expect(starts.value == 2)
        #expect(events(of: numbered.repeat(5).take(first: 2)) == [.value(3), .value(4), .completed])
        #expect(starts.value == 4)
    }

    @Test func aMillionRoundsTakeConstantStackAndMemory() {  // R39
        #expect(events(of: numbered.repeat(1_000_000).filter { $0 == 1_000_000 }) == [.value(1_000_000), .completed])
    }

    @Test func asynchronousRoundsFollowEachOther() {
        let scheduler = TestScheduler()
        let events = numbered.delay(.seconds(1), on: scheduler).repeat(2).record(on: scheduler)
        scheduler.run()
        #expect(events.all == [.value(at: .seconds(1), 1), .value(at: .seconds(2), 2), .completed(at: .seconds(2))])
    }

    @Test func theCountBelongsToOneStart() {  // R11, R39
        let producer = SignalProducer<Int, TestError>(value: 7).repeat(2)
        #expect(events(of: producer) == [.value(7), .value(7), .completed])
        #expect(events(of: producer) == [.value(7), .value(7), .completed])
    }
}
