import ReactiveCore
import Testing

struct BlockingTests {
    let scheduler = QueueScheduler()
    let numbers = SignalProducer<Int, Trouble>(1...3)

    @Test func firstIsTheFirstValue() {  // R21
        let disposed = Counter()
        let producer = SignalProducer<Int, Trouble> { observer, lifetime in
            lifetime.observeEnded { disposed.add() }
            observer.send(value: 1)
            observer.send(value: 2)
        }
        #expect(producer.first() == .success(1))
        #expect(disposed.value == 1)
        #expect(SignalProducer<Int, Trouble>.empty.first() == nil)
        #expect(SignalProducer<Int, Trouble>(error: .a).first() == .failure(.a))
    }

    @Test func singleIsTheOnlyValue() {  // R21
        #expect(SignalProducer<Int, Trouble>(value: 1).single() == .success(1))
        #expect(numbers.single() == nil)
        #expect(SignalProducer<Int, Trouble>.empty.single() == nil)
        #expect(numbers.take(first: 1).attempt { _ in .failure(.a) }.single() == .failure(.a))
        #expect(numbers.attempt { $0 == 2 ? .failure(.a) : .success(()) }.single() == .failure(.a))
    }

    @Test func lastIsTheLastValue() {  // R21
        #expect(numbers.last() == .success(3))
        #expect(SignalProducer<Int, Trouble>.empty.last() == nil)
        #expect(SignalProducer<Int, Trouble>(error: .a).last() == .failure(.a))
    }

    @Test func anInterruptionHasNoValue() {  // R21
        let interrupted = SignalProducer<Int, Trouble> { observer, _ in
            observer.send(value: 1)
            observer.sendInterrupted()
        }
        #expect(interrupted.single() == nil)
        #expect(interrupted.last() == nil)
        #expect(interrupted.wait().isSuccess)
    }

    @Test func theyWaitForOtherThreads() {  // R21
        let slow = numbers.delay(.milliseconds(1), on: scheduler)
        #expect(slow.first() == .success(1))
        #expect(slow.last() == .success(3))
        #expect(slow.wait().isSuccess)
        #expect(!slow.attempt { _ in .failure(.a) }.wait().isSuccess)
    }
}
