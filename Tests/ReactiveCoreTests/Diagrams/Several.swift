import ReactiveCore

extension Diagrams {
    static let several = [
        Diagram { board in
            let first = try board.source("--1-----2---------|", as: "first")
            let second = try board.source("-----a-----b--|", as: "second")
            board.show("combineLatest", SignalProducer.combineLatest(first, second).map { $0 + $1 })
        },
        Diagram { board in
            let first = try board.source("--1-----2-----3-------|", as: "first")
            let second = try board.source("-----a-----b--|", as: "second")
            board.show("zip", SignalProducer.zip(first, second).map { $0 + $1 })
        },
        Diagram { board in
            let first = try board.source("--1------3--|", as: "first")
            let second = try board.source("-----2---------4--|", as: "second")
            board.show("merge", SignalProducer.merge(first, second))
        },
        Diagram { board in
            let source = try board.source("--1--2-----3------|")
            let sampler = try board.safe("--------a-----b-------|", as: "sampler")
            board.show("sample(with:)", source.sample(with: sampler).map { $0 + $1 })
        },
        Diagram { board in
            let source = try board.source("--1-----2--3-----|")
            let other = try board.safe("-----a------b-|", as: "other")
            board.show("withLatest", source.withLatest(from: other).map { $0 + $1 })
        },
        Diagram { board in
            let source = try board.source("--true---------false--|").map { $0 == "true" }
            let other = try board.source("-------true-----------|", as: "other").map { $0 == "true" }
            board.show("and", source.and(other))
        },
        Diagram { board in
            let shared = try board.source("--1--2--3--|").share()
            board.show("start 1", shared)
            board.show("start 2", after: 6, shared)
        },
        Diagram("upTo: 1") { board in
            let replayed = try board.source("--1--2--3--|").replayLazily(upTo: 1)
            board.show("start 1", replayed)
            board.show("start 2", after: 6, replayed)
        },
    ]

    private static func flattened(
        _ board: Board,
        _ outer: String,
        _ strategy: FlattenStrategy,
        _ inner: KeyValuePairs<String, String>
    ) throws -> SignalProducer<String, TestError> {
        let source = try board.source(outer)
        let producers = try inner.map { ($0, try board.source($1, as: $0)) }
        return source.flatMap(strategy) { name in producers.first { $0.0 == name }?.1 ?? .empty }
    }

    static let nested = [
        Diagram { $0.show(".merge", try flattened($0, "--a----b--|", .merge, ["a": "--1--2--3|", "b": "-4--5--|"])) },
        Diagram {
            $0.show(".concat", try flattened($0, "--a----b--|", .concat, ["a": "--1--2--3|", "b": "-4--5--|"]))
        },
        Diagram {
            $0.show(".latest", try flattened($0, "--a----b--|", .latest, ["a": "--1--2--3|", "b": "-4--5--|"]))
        },
        Diagram { $0.show(".race", try flattened($0, "--a-b----|", .race, ["a": "--1--2--3|", "b": "--4--5--|"])) },
        Diagram {
            let inner: KeyValuePairs = ["a": "--1--2--3|", "b": "-4--5--|", "c": "-6-7-|"]
            $0.show(".throttle", try flattened($0, "--a----b------c--|", .throttle, inner))
        },
    ]
}
