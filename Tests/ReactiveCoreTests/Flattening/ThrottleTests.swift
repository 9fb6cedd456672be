import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ThrottleStrategyTests {
    let outer = Probe<SignalProducer<Int, TestError>>()
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<Int>()

    @Test func anInnerProducerIsIgnoredWhileAnotherOneRuns() {
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer, b.producer)
        #expect(b.startCount == 0)
        a.send(1)
        a.complete()
        outer.send(c.producer)
        c.send(2)
        outer.complete()
        c.complete()
        #expect(events.text == "1 2 |")
        #expect(b.startCount == 0)
    }

    @Test func theInterruptionOfAnInnerProducerIsForwarded() {
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer)
        a.send(1)
        a.interrupt()
        #expect(events.text == "1 !")
        #expect(!outer.isRunning)
    }

    @Test func theFailureOfAnInnerProducerIsForwarded() {
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer)
        a.fail(.b)
        #expect(events.all.map(\.event) == [.failed(.b)])
    }

    @Test func theResultCompletesWithTheOuterStreamIfNoInnerProducerRuns() {
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer)
        a.complete()
        #expect(events.text == "")
        outer.complete()
        #expect(events.text == "|")
    }
}
