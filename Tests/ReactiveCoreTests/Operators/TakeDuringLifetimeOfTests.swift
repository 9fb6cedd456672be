import ReactiveCore
import ReactiveTesting
import Testing

struct TakeDuringLifetimeOfTests {
    let source = Probe<Int>()

    @Test func nothingArrivesAfterTheObjectIsReleased() {
        var object: Canary? = Canary()
        let events = source.producer.take(duringLifetimeOf: object!).record()
        source.send(1)
        object = nil
        source.send(2)
        #expect(events.text == "1 |")
        #expect(!source.isRunning)
    }

    @Test func theObjectIsNotKeptAlive() {
        weak var gone: Canary?
        let producer: SignalProducer<Int, TestError>
        do {
            let object = Canary()
            gone = object
            producer = source.producer.take(duringLifetimeOf: object)
        }
        #expect(gone == nil)
        #expect(producer.record().text == "|")
        #expect(source.startCount == 0)
    }

    @Test(arguments: ["|", "x", "!"]) func theEndOfTheSourceIsForwarded(end: String) {
        let object = Canary()
        let events = source.producer.take(duringLifetimeOf: object).record()
        switch end {
        case "|": source.complete()
        case "x": source.fail()
        default: source.interrupt()
        }
        #expect(events.text == end)
        withExtendedLifetime(object) {}
    }

    @Test func takeDuringLifetimeOfWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        var object: Canary? = Canary()
        let events = signal.take(duringLifetimeOf: object!).record()
        input.send(value: 1)
        object = nil
        input.send(value: 2)
        #expect(events.text == "1 |")
    }
}
