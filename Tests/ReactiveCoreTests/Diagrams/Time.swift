import ReactiveCore
import ReactiveTesting

extension Diagrams {
    static let time = [
        Diagram { $0.show("observe(on:)", try $0.source("--1--2--3--|").observe(on: $0.late(by: 1))) },
        Diagram("{ a scheduler that is ten columns late }") {
            let source = try $0.source("--1--2--3--4--|")
            $0.show(".dropOldest(limit: 2)", source.observe(on: $0.late(by: 10), buffering: .dropOldest(limit: 2)))
        },
        Diagram("{ $0 * 10 }") {
            let source = try $0.numbers("--1--2-3-4----5--|")
            $0.show("lazyMap", source.lazyMap(on: $0.late(by: 8)) { $0 * 10 })
        },
        Diagram { $0.show("start(on:)", try $0.source("--1--2--3--|").start(on: $0.late(by: 2))) },
        Diagram { $0.show("delay", try $0.source("--1--2--|").delay(.seconds(3), on: $0.scheduler)) },
        Diagram("after: ten columns") {
            let source = try $0.source("--1-----2-----3--|")
            $0.show("timeout", source.timeout(after: .seconds(10), raising: .b, on: $0.scheduler))
        },
        Diagram("four columns") {
            $0.show("debounce", try $0.source("--1-2-3------4---------|").debounce(.seconds(4), on: $0.scheduler))
        },
        Diagram("six columns") {
            $0.show("throttle", try $0.source("--1-2-3-------4---|").throttle(.seconds(6), on: $0.scheduler))
        },
        Diagram { board in
            let source = try board.source("--1-----2--3-----4--|")
            let isPaused = try board.safe("-----on-------off", as: "isPaused").map { $0 == "on" }
            let property = Property(initial: false, then: isPaused)
            board.show("throttle(while:)", source.throttle(while: property, on: board.scheduler))
        },
        Diagram("seven columns") {
            let source = try $0.numbers("--1--2-----------3--|")
            $0.show("collect(every:)", source.collect(every: .seconds(7), on: $0.scheduler))
        },
        Diagram("five columns") {
            let timer = SignalProducer.timer(interval: .seconds(5), on: $0.scheduler).take(first: 3)
            $0.show("timer", timer.map { "\($0.offset.components.seconds)s" })
        },
        Diagram("five columns") {
            $0.show("interval", SignalProducer.interval(["a", "b", "c"], interval: .seconds(5), on: $0.scheduler))
        },
    ]

    static let effects = [
        Diagram("value: { observer.send(value: \"saw\\($0)\") }") { board in
            let source = try board.source("--1-----2-----|")
            let (seen, input) = Signal<String, Never>.pipe()
            board.show("on", source.on(completed: { input.sendCompleted() }, value: { input.send(value: "saw\($0)") }))
            board.show("observer", seen.producer)
        },
        Diagram { board in
            let source = try board.source("--1-----------2------------|")
            let (seen, input) = Signal<String, Never>.pipe()
            board.show("logger", seen.producer)
            board.show(
                "logEvents",
                source.logEvents(events: [.value, .completed]) { _, event, _, _, _ in
                    event == "completed" ? input.sendCompleted() : input.send(value: event.replacing(" ", with: ":"))
                }
            )
        },
        Diagram { $0.show("lift", try $0.source("--a--b--|").lift { $0.map { $0.uppercased() } }) },
        Diagram("{ let count = Counter(); return source.map { _ in count.next() } }") { board in
            let source = try board.source("--a--b--|")
            let numbered = SignalProducer<Int, TestError>.deferred {
                let count = Counter()
                return source.map { _ in count.add() }
            }
            board.show("start 1", numbered)
            board.show("start 2", after: 4, numbered)
        },
    ]
}
