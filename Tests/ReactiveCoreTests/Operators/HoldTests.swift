import ReactiveCore
import ReactiveTesting
import Testing

struct HoldTests {
    @Test func theHeldDisposableIsDisposedOfBeforeTheFirstValue() {
        let held = AnyDisposable()
        let log = Log<Bool>()
        SignalProducer<Int, TestError>(value: 1).holding { held }.start { _ in log.add(held.isDisposed) }
        #expect(log.all == [true, true])
    }

    @Test(arguments: [SignalProducer<Int, TestError>.empty, SignalProducer(error: .a)])
    func theHeldDisposableIsDisposedOfBeforeTheEnd(_ producer: SignalProducer<Int, TestError>) {
        let held = AnyDisposable()
        let log = Log<Bool>()
        producer.holding { held }.start { _ in log.add(held.isDisposed) }
        #expect(log.all == [true])
    }

    @Test func theHeldDisposableIsDisposedOfWithTheStart() {
        let held = AnyDisposable()
        let start = SignalProducer<Int, TestError>.never.holding { held }.start()
        #expect(!held.isDisposed)
        start.dispose()
        #expect(held.isDisposed)
    }

    @Test func eachStartHoldsADisposableOfItsOwn() {  // R11
        let acquired = Counter()
        let producer = SignalProducer<Int, TestError>.never.holding { () -> AnyDisposable in
            acquired.add()
            return AnyDisposable()
        }
        #expect(acquired.value == 0)
        producer.start()
        producer.start()
        #expect(acquired.value == 2)
    }
}
