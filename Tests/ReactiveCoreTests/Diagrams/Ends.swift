import ReactiveCore
import ReactiveTesting

extension Diagrams {
    private static func attempts(_ board: Board, _ marbles: String...) throws -> SignalProducer<String, TestError> {
        let producers = try marbles.enumerated().map { try board.source($1, as: "start \($0 + 1)") }
        let count = Counter()
        return .deferred { producers[count.add() - 1] }
    }

    private static func name(_ result: Result<String, TestError>) -> String {
        switch result {
        case .success(let value): "success:\(value)"
        case .failure: "failure"
        }
    }

    static let ends = [
        Diagram("{ _ in AnotherFailure() }") {
            $0.show("mapError", try $0.source("--1--2--x").mapError { _ in TestError.b })
        },
        Diagram { board in
            let source = try board.source("--1--2--x")
            let replacement = try board.source("--8--9--|", as: "replacement")
            board.show("flatMapError", source.flatMapError { _ in replacement })
        },
        Diagram("{ if $0 > 1 { throw … } }") {
            let test: @Sendable (Int) -> Result<Void, TestError> = { $0 > 1 ? .failure(.a) : .success(()) }
            $0.show("attempt", try $0.numbers("--1--2--3--|").attempt(test))
        },
        Diagram("{ try Int($0) … }") {
            let parse: @Sendable (String) -> Result<Int, TestError> = { text in
                Int(text).map { .success($0 * 10) } ?? .failure(.a)
            }
            $0.show("attemptMap", try $0.source("--1--b--4--|").attemptMap(parse))
        },
        Diagram { $0.show("promoteError", try $0.safe("--1--2--|", as: "source").promoteError(TestError.self)) },
        Diagram { $0.show("materialize", try $0.source("--1--x").materialize()) },
        Diagram { $0.show("materialize(on:)", try $0.source("--1--2--x").materialize(on: $0.scheduler)) },
        Diagram { $0.show("materializeResults", try $0.source("--1--x").materializeResults().map(name)) },
        Diagram { board in
            let events = try board.safe("--1--2--failed", as: "source").map { text in
                text == "failed" ? Signal<String, TestError>.Event.failed(.a) : .value(text)
            }
            board.show("dematerialize", events.dematerialize())
        },
        Diagram { $0.show("retry(upTo: 1)", try attempts($0, "--1--x", "--1--2--|").retry(upTo: 1)) },
        Diagram { $0.show("repeat(2)", try $0.source("--1--2--|").repeat(2)) },
        Diagram { board in
            let source = try board.source("--1--2--|")
            board.show("then", source.then(try board.source("--a--b--|", as: "next")))
        },
        Diagram { board in
            let source = try board.source("--1--2--|")
            board.show("concat", source.concat(try board.source("--3--|", as: "next")))
        },
    ]
}
