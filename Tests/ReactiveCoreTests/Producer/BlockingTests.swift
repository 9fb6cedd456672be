import ReactiveCore
import Testing

struct BlockingTests {
    let scheduler = QueueScheduler()
    let numbers = SignalProducer<Int, TestError>(1...3)

    @Test func firstReturnsTheFirstValue() {  // R21
        let disposed = Counter()
        let producer = SignalProducer<Int, TestError> { observer, lifetime in
            lifetime.observeEnded { disposed.add() }
            observer.send(value: 1)
            observer.send(value: 2)
        }
        #expect(producer.first() == .success(1))
        #expect(disposed.value == 1)
        #expect(SignalProducer<Int, TestError>.empty.first() == nil)
        #expect(SignalProducer<Int, TestError>(error: .a).first() == .failure(.a))
    }

    @Test func singleReturnsTheOnlyValue() {  // R21
        #expect(SignalProducer<Int, TestError>(value: 1).single() == .success(1))
        #expect(numbers.single() == nil)
        #expect(SignalProducer<Int, TestError>.empty.single() == nil)
        #expect(numbers.take(first: 1).attempt { _ in .failure(.a) }.single() == .failure(.a))
        #expect(numbers.attempt { $0 == 2 ? .failure(.a) : .success(()) }.single() == .failure(.a))
    }

    @Test func lastReturnsTheLastValue() {  // R21
        #expect(numbers.last() == .success(3))
        #expect(SignalProducer<Int, TestError>.empty.last() == nil)
        #expect(SignalProducer<Int, TestError>(error: .a).last() == .failure(.a))
    }

    @Test func anInterruptionReturnsNoValue() {  // R21
        let interrupted = SignalProducer<Int, TestError> { observer, _ in
            observer.send(value: 1)
            observer.sendInterrupted()
        }
        #expect(interrupted.single() == nil)
        #expect(interrupted.last() == nil)
        #expect(interrupted.wait().isSuccess)
    }

    @Test func blockingFormsWaitForOtherThreads() {  // R21
        let slow = numbers.delay(.milliseconds(1), on: scheduler)
        #expect(slow.first() == .success(1))
        #expect(slow.last() == .success(3))
        #expect(slow.wait().isSuccess)
        #expect(!slow.attempt { _ in .failure(.a) }.wait().isSuccess)
    }
}
