import AsyncAlgorithms
import OpenCombine
import ReactiveCore

/// Where every benchmark puts its result, so that no work can be optimised away.
final class Accumulator: @unchecked Sendable {
    // SAFETY: every benchmark runs on one thread at a time and hands over by finishing.
    var sum = 0
}

@inline(never)
func keep(_ accumulator: Accumulator) -> Int { accumulator.sum }

func coreRows() async -> [Row] {
    let count = 1_000_000
    let total = Accumulator()
    return [
        chainRow(count, total), pipeRow(count, total), createAndStartRow(count / 10, total),
        await asyncChainRow(count, total),
    ]
}

private func chainRow(_ count: Int, _ total: Accumulator) -> Row {
    // The source and the functions come through opaque values: what is measured is the chain, not constant folding.
    let source = SignalProducer<Int, Never>(opaque(Array(0..<count)))
    let ours = best(per: count) {
        source.map { $0 &+ 1 }.filter { $0 % 2 == 0 }.map { $0 &* 3 }.startWithValues { total.sum &+= $0 }
    }
    let publisher = opaque(Array(0..<count)).publisher
    let peer = best(per: count) {
        _ = publisher.map { $0 &+ 1 }.filter { $0 % 2 == 0 }.map { $0 &* 3 }.sink { total.sum &+= $0 }
    }
    return Row(
        name: "map-filter-map from a sequence",
        unit: "ns/value",
        ours: ours,
        peer: ("OpenCombine", peer),
        goal: .atMost(0.25)
    )
}

private func pipeRow(_ count: Int, _ total: Accumulator) -> Row {
    let ours = best(per: count) {
        let (signal, input) = Signal<Int, Never>.pipe()
        signal.map { $0 &+ 1 }.filter { $0 % 2 == 0 }.observeValues { total.sum &+= $0 }
        for value in 0..<count { input.send(value: value) }
    }
    let peer = best(per: count) {
        let subject = PassthroughSubject<Int, Never>()
        let observation = subject.map { $0 &+ 1 }.filter { $0 % 2 == 0 }.sink { total.sum &+= $0 }
        for value in 0..<count { subject.send(value) }
        observation.cancel()
    }
    return Row(
        name: "pipe behind map-filter, one observer",
        unit: "ns/value",
        ours: ours,
        peer: ("OpenCombine", peer),
        goal: .atMost(0.5)
    )
}

private func createAndStartRow(_ count: Int, _ total: Accumulator) -> Row {
    let ours = best(per: count) {
        for value in 0..<count { SignalProducer(value: value).map { $0 &+ 1 }.startWithValues { total.sum &+= $0 } }
    }
    let peer = best(per: count) {
        for value in 0..<count { _ = Just(value).map { $0 &+ 1 }.eraseToAnyPublisher().sink { total.sum &+= $0 } }
    }
    return Row(
        name: "create and start one value behind map",
        unit: "ns/start",
        ours: ours,
        peer: ("OpenCombine", peer),
        goal: .atMost(0.5)
    )
}

private func asyncChainRow(_ count: Int, _ total: Accumulator) async -> Row {
    let source = SignalProducer<Int, Never>(opaque(Array(0..<count)))
    let ours = best(per: count) {
        source.map { $0 &+ 1 }.filter { $0 % 2 == 0 }.map { $0 &* 3 }.startWithValues { total.sum &+= $0 }
    }
    let peer = await best(per: count) {
        let values = opaque(Array(0..<count)).async.map { $0 &+ 1 }.filter { $0 % 2 == 0 }.map { $0 &* 3 }
        for await value in values { total.sum &+= value }
    }
    return Row(
        name: "map-filter-map from a sequence",
        unit: "ns/value",
        ours: ours,
        peer: ("AsyncAlgorithms", peer),
        goal: .none
    )
}

@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
