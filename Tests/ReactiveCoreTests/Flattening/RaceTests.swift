import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct RaceTests {
    let outer = Probe<SignalProducer<Int, TestError>>()
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<Int>()

    @Test func theFirstProducerToSendWins() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        #expect(a.isRunning && b.isRunning)
        b.send(1)
        #expect(!a.isRunning)
        a.send(2)
        outer.send(c.producer)
        #expect(c.startCount == 0)
        b.send(3)
        b.complete()
        #expect(events.text == "1 3")
        outer.complete()
        #expect(events.text == "1 3 |")
    }

    @Test func theFirstProducerToCompleteWins() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        a.complete()
        #expect(!b.isRunning)
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func theWinnersInterruptionIsForwarded() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        a.interrupt()
        #expect(events.text == "!")
        #expect(!b.isRunning && !outer.isRunning)
    }

    @Test func theWinnersFailureIsForwarded() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        a.send(1)
        a.fail(.b)
        #expect(events.all.map(\.event) == [.value(1), .failed(.b)])
        #expect(!outer.isRunning)
    }

    @Test func aRaceWithoutAWinnerContinuesAfterTheOuterCompletion() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        outer.complete()
        #expect(events.text == "")
        a.send(1)
        a.complete()
        #expect(events.text == "1 |")
    }

    @Test func aRaceWithoutInnerProducersCompletesWithTheOuterStream() {
        let events = record(outer.producer.flatten(.race))
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func aSynchronousWinnerPreventsTheOthersFromStarting() {
        let outer = SignalProducer<SignalProducer<Int, TestError>, TestError>([.init(value: 1), a.producer])
        #expect(record(outer.flatten(.race)).text == "1 |")
        #expect(a.startCount == 0)
    }

    @Test func oneProducerWinsOnManyThreads() async {
        for _ in 0..<200 {
            let probes = (0..<4).map { _ in Probe<Int>() }
            let events = record(SignalProducer<Int, TestError>(0..<4).flatMap(.race) { probes[$0].producer })
            await withTaskGroup(of: Void.self) { group in
                for (number, probe) in probes.enumerated() {
                    group.addTask {
                        probe.send(number, number, number)
                        probe.complete()
                    }
                }
            }
            #expect(["0 0 0 |", "1 1 1 |", "2 2 2 |", "3 3 3 |"].contains(events.text))
        }
    }
}
