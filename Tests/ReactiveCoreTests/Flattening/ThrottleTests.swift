import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ThrottleStrategyTests {
    let outer = Probe<SignalProducer<Int, Mishap>>()
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<Int>()

    @Test func anInnerProducerIsIgnoredWhileAnotherRuns() {  // R 2.4
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

    @Test func theInterruptionOfAnInnerProducerIsForwarded() {  // R 2.4
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer)
        a.send(1)
        a.interrupt()
        #expect(events.text == "1 !")
        #expect(!outer.isRunning)
    }

    @Test func theFailureOfAnInnerProducerIsForwarded() {  // R 2.4
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer)
        a.fail(.second)
        #expect(events.all.map(\.event) == [.failed(.second)])
    }

    @Test func theResultCompletesWithTheOuterStreamWhenNobodyRuns() {  // R 2.4
        let events = record(outer.producer.flatten(.throttle))
        outer.send(a.producer)
        a.complete()
        #expect(events.text == "")
        outer.complete()
        #expect(events.text == "|")
    }
}
