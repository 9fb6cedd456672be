import ReactiveCore

/// Diagrams of the catalog, in its order.
enum Diagrams {}

extension Diagrams {
    static let transforming = [
        Diagram("{ $0 * 10 }") { $0.show("map", try $0.numbers("--1--2--3--|").map { $0 * 10 }) },
        Diagram { $0.show("map(value:)", try $0.source("--1--2--|").map(value: "a")) },
        Diagram("{ Int($0) }") { $0.show("compactMap", try $0.source("--1--b--3--|").compactMap { Int($0) }) },
        Diagram { $0.show("skipNil", try $0.source("--1--nil--3--|").map { Int($0) }.skipNil()) },
        Diagram("(0, +)") { $0.show("scan", try $0.numbers("--1--2--3--|").scan(0, +)) },
        Diagram("(0) { ($0 + 1, \"\\($1)\\($0)\") }") {
            $0.show("scanMap", try $0.source("--a--b--c--|").scanMap(0) { ($0 + 1, "\($1)\($0)") })
        },
        Diagram("(0, +)") { $0.show("reduce", try $0.numbers("--1--2--3--|").reduce(0, +)) },
        Diagram { $0.show("collect", try $0.numbers("--1--2--3--|").collect()) },
        Diagram { $0.show("collect(count: 2)", try $0.numbers("--1--2--3--|").collect(count: 2)) },
        Diagram("{ $0.reduce(0, +) == 3 }") {
            $0.show("collect", try $0.numbers("--1--2--3--4--|").collect { $0.reduce(0, +) == 3 })
        },
        Diagram {
            $0.show("combinePrevious", try $0.source("--1--2-----3-----|").combinePrevious().map { "\($0)→\($1)" })
        },
        Diagram { $0.show("flatten", try $0.source("--ab--c--|").map { Array($0).map(String.init) }.flatten()) },
    ]

    static let choosing = [
        Diagram("{ $0.isMultiple(of: 2) }") {
            $0.show("filter", try $0.numbers("--1--2--3--4--|").filter { $0.isMultiple(of: 2) })
        },
        Diagram { $0.show("skipRepeats", try $0.source("--1--1--2--1--|").skipRepeats()) },
        Diagram { $0.show("uniqueValues", try $0.source("--1--2--1--3--|").uniqueValues()) },
        Diagram { $0.show("take(first: 2)", try $0.source("--1--2--3--|").take(first: 2)) },
        Diagram { $0.show("take(last: 2)", try $0.source("--1--2--3--|").take(last: 2)) },
        Diagram("{ $0 < 3 }") { $0.show("take(while:)", try $0.numbers("--1--2--3--1--|").take(while: { $0 < 3 })) },
        Diagram { board in
            let source = try board.source("--1--2--3--4--|")
            let trigger = try board.safe("-------a", as: "trigger")
            board.show("take(until:)", source.take(until: trigger.map { _ in }))
        },
        Diagram { board in
            let source = try board.source("--1--2--3--4--|")
            let replacement = try board.source("-------A--B----C--|", as: "replacement")
            board.show("take(untilReplacement:)", source.take(untilReplacement: replacement))
        },
        Diagram { board in
            let source = try board.source("--1--2--3--4--|")
            let (lifetime, token) = Lifetime.make()
            try board.source("-------|", as: "lifetime").startWithCompleted { token.dispose() }
            board.show("take(during:)", source.take(during: lifetime))
        },
        Diagram { $0.show("skip(first: 2)", try $0.source("--1--2--3--4--|").skip(first: 2)) },
        Diagram("{ $0 < 3 }") { $0.show("skip(while:)", try $0.numbers("--1--2--3--1--|").skip(while: { $0 < 3 })) },
        Diagram { board in
            let source = try board.source("--1--2--3--4--|")
            let trigger = try board.safe("-------a", as: "trigger")
            board.show("skip(until:)", source.skip(until: trigger.map { _ in }))
        },
    ]
}
