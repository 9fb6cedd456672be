import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct RaceTests {
    let outer = Probe<SignalProducer<Int, Mishap>>()
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<Int>()

    @Test func theFirstToSendGoesOnAlone() {  // R 2.4
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

    @Test func aCompletionWinsToo() {  // R 2.4
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        a.complete()
        #expect(!b.isRunning)
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func theWinnersInterruptionIsForwarded() {  // R 2.4
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        a.interrupt()
        #expect(events.text == "!")
        #expect(!b.isRunning && !outer.isRunning)
    }

    @Test func theWinnersFailureIsForwarded() {  // R 2.4
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        a.send(1)
        a.fail(.second)
        #expect(events.all.map(\.event) == [.value(1), .failed(.second)])
        #expect(!outer.isRunning)
    }

    @Test func aRaceWithoutWinnerGoesOnAfterTheOuterStream() {  // R 2.4
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, b.producer)
        outer.complete()
        #expect(events.text == "")
        a.send(1)
        a.complete()
        #expect(events.text == "1 |")
    }

    @Test func aRaceOfNobodyCompletesWithTheOuterStream() {  // R 2.4
        let events = record(outer.producer.flatten(.race))
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func aSynchronousWinnerKeepsTheOthersFromStarting() {  // R 2.4
        let outer = SignalProducer<SignalProducer<Int, Mishap>, Mishap>([.init(value: 1), a.producer])
        #expect(record(outer.flatten(.race)).text == "1 |")
        #expect(a.startCount == 0)
    }

    @Test func ofManyThreadsOneWins() async {  // R 2.4
        for _ in 0..<200 {
            let probes = (0..<4).map { _ in Probe<Int>() }
            let events = record(SignalProducer<Int, Mishap>(0..<4).flatMap(.race) { probes[$0].producer })
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
