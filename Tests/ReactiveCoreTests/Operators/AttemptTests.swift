import ReactiveCore
import ReactiveTesting
import Testing

struct AttemptTests {
    typealias Event = Signal<Int, TestError>.Event
    let numbers = SignalProducer<Int, TestError>(1...5)

    @Test func theFirstFailureEndsTheStreamAndStopsTheSource() {
        let asked = Log<Int>()
        let producer = numbers.attempt { value in
            asked.add(value)
            return value == 3 ? .failure(.a) : .success(())
        }
        #expect(events(of: producer) == [.value(1), .value(2), .failed(.a)])
        #expect(asked.all == [1, 2, 3])
    }

    @Test func attemptMapTransformsEveryValue() {
        let halves = numbers.attemptMap { $0 == 4 ? .failure(.b) : .success($0 * 10) }
        #expect(events(of: halves) == [.value(10), .value(20), .value(30), .failed(.b)])
        #expect(events(of: SignalProducer<Int, TestError>(error: .a).attemptMap { .success($0) }) == [.failed(.a)])
    }

    @Test func aThrownErrorIsTheFailure() {
        @Sendable func check(_ value: Int) throws -> Int {
            if value == 2 { throw TestError.c }
            return value * 10
        }
        let (signal, input) = Signal<Int, Never>.pipe()
        let recorders = [
            SignalProducer<Int, Never>(1...3).attemptMap { try check($0) }.record(),
            SignalProducer<Int, Never>(1...3).attempt { _ = try check($0) }.map { $0 * 10 }.record(),
            SignalProducer<Int, any Error>(1...3).attemptMap { try check($0) }.record(),
            SignalProducer<Int, any Error>(1...3).attempt { _ = try check($0) }.map { $0 * 10 }.record(),
            signal.attemptMap { try check($0) }.record(),
            signal.attempt { _ = try check($0) }.map { $0 * 10 }.record(),
            signal.promoteError((any Error).self).attemptMap { try check($0) }.record(),
        ]
        for value in 1...3 { input.send(value: value) }
        for recorder in recorders {
            #expect(recorder.all.map { "\($0.event)" } == ["VALUE 10", "FAILED c"])
        }
    }

    @Test func disposingInterruptsTheStart() {  // R40
        #expect(
            selfDisposing(numbers.attempt { _ in .success(()) }) { $0 == .value(2) } == [
                .value(1), .value(2), .interrupted,
            ]
        )
    }

    @Test func aFailureWinsOverAQueuedCompletion() {  // R1
        let (signal, input) = Signal<Int, TestError>.pipe()
        let recorder =
            signal
            .on(value: { _ in input.sendCompleted() })
            .attempt { _ in .failure(.a) }
            .record()
        input.send(value: 1)
        #expect(recorder.all.map(\.event) == [.failed(.a)])
    }

    @Test func nothingFollowsAFailureWhenTheSourceSendsMoreAtItsEnd() {  // R1
        let asked = Counter()
        let producer = numbers.take(last: 3).attempt { _ in
            asked.add()
            return .failure(.a)
        }
        #expect(events(of: producer) == [.failed(.a)])
        #expect(asked.value == 1)
    }
}
