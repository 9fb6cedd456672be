import Foundation
import ReactiveCore

/// One operator, applied to a chain and a second stream.
struct Stage: Sendable {
    let name: String
    let apply: @Sendable (_ source: Numbers, _ other: Numbers) -> Numbers

    init(_ name: String, _ apply: @escaping @Sendable (_ source: Numbers, _ other: Numbers) -> Numbers) {
        self.name = name
        self.apply = apply
    }

    static let queue = QueueScheduler(name: "stress")

    static let all = unary + joining + flattening + scheduled

    private static let unary = [
        Stage("map") { source, _ in source.map { $0 &+ 1 } },
        Stage("filter") { source, _ in source.filter { $0 % 3 != 0 } },
        Stage("scan") { source, _ in source.scan(0) { $0 &+ $1 } },
        Stage("take(first:)") { source, _ in source.take(first: 3) },
        Stage("take(last:)") { source, _ in source.take(last: 3) },
        Stage("take(while:)") { source, _ in source.take(while: { $0 < 9 }) },
        Stage("skip(first:)") { source, _ in source.skip(first: 2) },
        Stage("skipRepeats") { source, _ in source.skipRepeats() },
        Stage("collect, flatten") { source, _ in source.collect(count: 2).flatten() },
        Stage("materialize") { source, _ in source.materialize().dematerialize() },
        Stage("attempt") { source, _ in source.attempt { $0 == 13 ? .failure(TestError()) : .success(()) } },
        Stage("retry") { source, _ in source.retry(upTo: 2) },
        Stage("repeat") { source, _ in source.take(first: 2).repeat(3) },
        Stage("share") { source, _ in source.share() },
        Stage("replayLazily") { source, _ in source.replayLazily(upTo: 2) },
        Stage("lift") { source, _ in source.lift { $0.map { $0 &- 1 } } },
    ]

    private static let joining = [
        Stage("flatMapError") { source, other in source.flatMapError { _ in other } },
        Stage("then") { source, other in source.take(first: 2).then(other) },
        Stage("concat") { source, other in source.take(first: 2).concat(other) },
        Stage("take(until:)") { source, other in
            source.take(until: other.map { _ in }.flatMapError { _ in SignalProducer<Void, Never>.empty })
        },
        Stage("take(untilReplacement:)") { source, other in source.take(untilReplacement: other) },
        Stage("combineLatest") { source, other in source.combineLatest(with: other).map { $0 &+ $1 } },
        Stage("zip") { source, other in source.zip(with: other).map { $0 &+ $1 } },
        Stage("merge") { source, other in source.merge(with: other) },
        Stage("withLatest") { source, other in
            source.withLatest(from: other.flatMapError { _ in SignalProducer<Int, Never>.empty }).map { $0 &+ $1 }
        },
    ]

    private static let strategies: [(String, FlattenStrategy)] = [
        ("merge", .merge), ("concat", .concat), ("concurrent", .concurrent(limit: 2)), ("latest", .latest),
        ("race", .race), ("throttle", .throttle),
    ]

    private static let flattening =
        strategies.map { name, strategy in
            Stage("flatMap(.\(name)) of values") { source, _ in
                source.flatMap(strategy) { SignalProducer(values: $0, $0 &+ 1) }
            }
        }
        + strategies.map { name, strategy in
            Stage("flatMap(.\(name)) of streams") { source, other in source.flatMap(strategy) { _ in other } }
        }
        + strategies.map { name, strategy in
            Stage("flatMap(.\(name)) of known events and streams") { source, other in
                source.flatMap(strategy) { value in
                    switch value & 3 {
                    case 0: other
                    case 1: .empty
                    default: SignalProducer(value: value)
                    }
                }
            }
        }

    private static let scheduled = [
        Stage("observe(on:)") { source, _ in source.observe(on: queue) },
        Stage("observe(on:buffering:)") { source, _ in source.observe(on: queue, buffering: .dropOldest(limit: 2)) },
        Stage("lazyMap") { source, _ in source.lazyMap(on: queue) { $0 &+ 1 } },
        Stage("start(on:)") { source, _ in source.start(on: queue) },
    ]
}
