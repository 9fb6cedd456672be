import AsyncAlgorithms
import Dispatch
import OpenCombine
import OpenCombineDispatch
import ReactiveCore

func printCoreRows() async throws {
    for row in [
        chainRow, pipeRow, startRow, asyncChainRow, asyncPipeRow, propertyRow, flatMapRow, concatRow,
        observeOnRow, combineLatestRow,
    ] {
        Table.print(try await row())
    }
}

private let count = 1_000_000
private let addOne = opaque({ @Sendable (value: Int) in value &+ 1 })
private let isEven = opaque({ @Sendable (value: Int) in value % 2 == 0 })
private let triple = opaque({ @Sendable (value: Int) in value &* 3 })

private func chainRow() async throws -> Row {
    let values = opaque(Array(0..<count))
    let source = SignalProducer<Int, Never>(values)
    return try await row(
        "map-filter-map of a sequence",
        "ns/value",
        .atMost(0.25),
        ours: { total in source.map(addOne).filter(isEven).map(triple).startWithValues { total.add($0) } },
        Side("OpenCombine") { total in
            _ = values.publisher.map(addOne).filter(isEven).map(triple).sink { total.add($0) }
        }
    )
}

private func pipeRow() async throws -> Row {
    try await row(
        "pipe behind map-filter, one observer",
        "ns/value",
        .atMost(0.5),
        ours: sendThroughPipe,
        Side("OpenCombine") { total in
            let subject = PassthroughSubject<Int, Never>()
            let observation = subject.map(addOne).filter(isEven).sink { total.add($0) }
            for value in 0..<count { subject.send(value) }
            observation.cancel()
        }
    )
}

@Sendable
private func sendThroughPipe(_ total: Accumulator) {
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.map(addOne).filter(isEven).observeValues { total.add($0) }
    for value in 0..<count { input.send(value: value) }
}

private func startRow() async throws -> Row {
    try await row(
        "create and start one value behind map",
        "ns/start",
        .atMost(0.5),
        ours: { total in
            for value in 0..<count {
                SignalProducer(value: value).map(addOne).startWithValues { total.add($0) }
            }
        },
        Side("OpenCombine") { total in
            for value in 0..<count { _ = Just(value).map(addOne).sink { total.add($0) } }
        }
    )
}

private func asyncChainRow() async throws -> Row {
    let values = opaque(Array(0..<count))
    let source = SignalProducer<Int, Never>(values)
    return try await row(
        "map-filter-map of a sequence",
        "ns/value",
        ours: { total in source.map(addOne).filter(isEven).map(triple).startWithValues { total.add($0) } },
        Side("AsyncAlgorithms") { total in
            for await value in values.async.map(addOne).filter(isEven).map(triple) { total.add(value) }
        }
    )
}

private func asyncPipeRow() async throws -> Row {
    try await row(
        "pipe behind map-filter, one observer",
        "ns/value",
        ours: sendThroughPipe,
        Side("AsyncStream") { total in
            let (stream, input) = AsyncStream<Int>.makeStream()
            for value in 0..<count { input.yield(value) }
            input.finish()
            for await value in stream.map(addOne).filter(isEven) { total.add(value) }
        }
    )
}

private func propertyRow() async throws -> Row {
    try await row(
        "property set, one observer",
        "ns/value",
        ours: { total in
            let property = MutableProperty(0)
            property.producer.startWithValues { total.add($0) }
            for value in 0..<count { property.value = value }
        },
        Side("OpenCombine") { total in
            let subject = CurrentValueSubject<Int, Never>(0)
            let observation = subject.sink { total.add($0) }
            for value in 0..<count { subject.value = value }
            observation.cancel()
        }
    )
}

private func flatMapRow() async throws -> Row {
    let values = opaque(Array(0..<count / 10))
    return try await row(
        "flatMap(.merge) of one-value inners",
        "ns/inner",
        per: values.count,
        ours: { total in
            SignalProducer<Int, Never>(values)
                .flatMap(.merge) { SignalProducer(value: addOne($0)) }
                .startWithValues { total.add($0) }
        },
        Side("OpenCombine") { total in
            _ = values.publisher.flatMap { Just(addOne($0)) }.sink { total.add($0) }
        }
    )
}

private func concatRow() async throws -> Row {
    let values = opaque(Array(0..<count / 10))
    return try await row(
        "flatMap(.concat) of one-value inners",
        "ns/inner",
        per: values.count,
        ours: { total in
            SignalProducer<Int, Never>(values)
                .flatMap(.concat) { SignalProducer(value: addOne($0)) }
                .startWithValues { total.add($0) }
        },
        Side("OpenCombine") { total in
            _ = values.publisher.flatMap(maxPublishers: .max(1)) { Just(addOne($0)) }.sink { total.add($0) }
        }
    )
}

private func observeOnRow() async throws -> Row {
    let values = opaque(Array(0..<count / 10))
    let scheduler = QueueScheduler(name: "benchmark")
    return try await row(
        "observe(on: a serial queue)",
        "ns/value",
        per: values.count,
        ours: { total in
            let hasEnded = DispatchSemaphore(value: 0)
            SignalProducer<Int, Never>(values).observe(on: scheduler).start { event in
                if case .value(let value) = event { total.add(value) } else { hasEnded.signal() }
            }
            wait(for: hasEnded)
        },
        Side("OpenCombine") { total in
            let hasEnded = DispatchSemaphore(value: 0)
            let observation = values.publisher.receive(on: scheduler.queue.ocombine)
                .sink(receiveCompletion: { _ in hasEnded.signal() }, receiveValue: { total.add($0) })
            wait(for: hasEnded)
            observation.cancel()
        }
    )
}

/// AsyncAlgorithms is the only peer with this operator, and its two inputs race, so there is no equal work to compare.
private func combineLatestRow() async throws -> Row {
    try await row(
        "combineLatest of two pipes",
        "ns/value",
        ours: { total in
            let (first, firstInput) = Signal<Int, Never>.pipe()
            let (second, secondInput) = Signal<Int, Never>.pipe()
            first.combineLatest(with: second).observeValues { total.add($0 &+ $1) }
            for value in 0..<count / 2 {
                firstInput.send(value: value)
                secondInput.send(value: value)
            }
        }
    )
}

/// Blocks the thread of an asynchronous function, which is allowed here because nothing else needs it.
private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

private func row(
    _ name: String,
    _ unit: String,
    _ goal: Row.Goal = .none,
    per count: Int = count,
    ours: @escaping @Sendable (Accumulator) -> Void,
    _ peer: Side? = nil
) async throws -> Row {
    let figures = try await bestOf(count: count, [Side("ours", ours)] + (peer.map { [$0] } ?? []))
    return Row(name: name, unit: unit, ours: figures[0], peer: peer.map { ($0.name, figures[1]) }, goal: goal)
}
