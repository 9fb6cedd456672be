import ReactiveCore
import ReactiveTesting
import Testing

struct HoldTests {
    @Test func whatIsHeldIsGoneWhenTheFirstValueArrives() {
        let held = AnyDisposable()
        let log = Log<Bool>()
        SignalProducer<Int, Trouble>(value: 1).holding { held }.start { _ in log.add(held.isDisposed) }
        #expect(log.all == [true, true])
    }

    @Test(arguments: [SignalProducer<Int, Trouble>.empty, SignalProducer(error: .a)])
    func whatIsHeldIsGoneWhenTheEndArrives(_ producer: SignalProducer<Int, Trouble>) {
        let held = AnyDisposable()
        let log = Log<Bool>()
        producer.holding { held }.start { _ in log.add(held.isDisposed) }
        #expect(log.all == [true])
    }

    @Test func whatIsHeldIsGoneWhenTheStartIsDisposedOf() {
        let held = AnyDisposable()
        let start = SignalProducer<Int, Trouble>.never.holding { held }.start()
        #expect(!held.isDisposed)
        start.dispose()
        #expect(held.isDisposed)
    }

    @Test func eachStartHoldsItsOwn() {  // R11
        let acquired = Counter()
        let producer = SignalProducer<Int, Trouble>.never.holding { () -> AnyDisposable in
            acquired.add()
            return AnyDisposable()
        }
        #expect(acquired.value == 0)
        producer.start()
        producer.start()
        #expect(acquired.value == 2)
    }
}
