import AsyncAlgorithms
import Dispatch
import OpenCombine
import OpenCombineDispatch
import ReactiveCore

/// The work of the core, beside libraries for the same purpose.
let coreRows = [
    Row("create and start a value behind map", "starts", count, ours: start, beside: ("OpenCombine", startPeer)),
    Row("map-filter-map", "values", count, ours: chain, beside: ("OpenCombine", chainPeer)),
    Row("map-filter-map", "values", count, ours: chain, beside: ("AsyncAlgorithms", asyncChainPeer)),
    Row("pipe behind map-filter", "values", count, ours: pipe, beside: ("OpenCombine", pipePeer)),
    Row("pipe behind map-filter", "values", count, ours: pipe, beside: ("AsyncStream", asyncPipePeer)),
    Row("property with an observer", "values", count, ours: property, beside: ("OpenCombine", propertyPeer)),
    Row("flatMap(.merge), one value each", "inners", count / 10, ours: merge, beside: ("OpenCombine", mergePeer)),
    Row("flatMap(.concat), one value each", "inners", count / 10, ours: concat, beside: ("OpenCombine", concatPeer)),
    Row("observe(on: a queue)", "values", count / 10, ours: observe, beside: ("OpenCombine", observePeer)),
    // AsyncAlgorithms is the only peer with this operator, and its inputs race, so there is no equal work to compare.
    Row("combineLatest of two pipes", "values", count, ours: combine),
]

private let count = 1_000_000
private let many = opaque(Array(0..<count))
private let few = opaque(Array(0..<count / 10))
private let addOne = opaque({ @Sendable (value: Int) in value &+ 1 })
private let isEven = opaque({ @Sendable (value: Int) in value % 2 == 0 })
private let triple = opaque({ @Sendable (value: Int) in value &* 3 })
private let queue = QueueScheduler(name: "benchmark")

@Sendable
private func start(_ total: Accumulator) {
    for value in 0..<count { SignalProducer(value: value).map(addOne).startWithValues { total.add($0) } }
}

@Sendable
private func startPeer(_ total: Accumulator) {
    for value in 0..<count { _ = Just(value).map(addOne).sink { total.add($0) } }
}

@Sendable
private func chain(_ total: Accumulator) {
    SignalProducer<Int, Never>(many).map(addOne).filter(isEven).map(triple).startWithValues { total.add($0) }
}

@Sendable
private func chainPeer(_ total: Accumulator) {
    _ = many.publisher.map(addOne).filter(isEven).map(triple).sink { total.add($0) }
}

@Sendable
private func asyncChainPeer(_ total: Accumulator) async {
    for await value in many.async.map(addOne).filter(isEven).map(triple) { total.add(value) }
}

@Sendable
private func pipe(_ total: Accumulator) {
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.map(addOne).filter(isEven).observeValues { total.add($0) }
    for value in 0..<count { input.send(value: value) }
}

@Sendable
private func pipePeer(_ total: Accumulator) {
    let subject = PassthroughSubject<Int, Never>()
    let observation = subject.map(addOne).filter(isEven).sink { total.add($0) }
    for value in 0..<count { subject.send(value) }
    observation.cancel()
}

@Sendable
private func asyncPipePeer(_ total: Accumulator) async {
    let (stream, input) = AsyncStream<Int>.makeStream()
    for value in 0..<count { input.yield(value) }
    input.finish()
    for await value in stream.map(addOne).filter(isEven) { total.add(value) }
}

@Sendable
private func property(_ total: Accumulator) {
    let property = MutableProperty(0)
    property.producer.startWithValues { total.add($0) }
    for value in 0..<count { property.value = value }
}

@Sendable
private func propertyPeer(_ total: Accumulator) {
    let subject = CurrentValueSubject<Int, Never>(0)
    let observation = subject.sink { total.add($0) }
    for value in 0..<count { subject.value = value }
    observation.cancel()
}

@Sendable
private func merge(_ total: Accumulator) {
    SignalProducer<Int, Never>(few).flatMap(.merge) { SignalProducer(value: addOne($0)) }
        .startWithValues { total.add($0) }
}

@Sendable
private func mergePeer(_ total: Accumulator) {
    _ = few.publisher.flatMap { Just(addOne($0)) }.sink { total.add($0) }
}

@Sendable
private func concat(_ total: Accumulator) {
    SignalProducer<Int, Never>(few).flatMap(.concat) { SignalProducer(value: addOne($0)) }
        .startWithValues { total.add($0) }
}

@Sendable
private func concatPeer(_ total: Accumulator) {
    _ = few.publisher.flatMap(maxPublishers: .max(1)) { Just(addOne($0)) }.sink { total.add($0) }
}

@Sendable
private func observe(_ total: Accumulator) {
    let hasEnded = DispatchSemaphore(value: 0)
    SignalProducer<Int, Never>(few).observe(on: queue).start { event in
        if case .value(let value) = event { total.add(value) } else { hasEnded.signal() }
    }
    hasEnded.wait()
}

@Sendable
private func observePeer(_ total: Accumulator) {
    let hasEnded = DispatchSemaphore(value: 0)
    let observation = few.publisher.receive(on: queue.queue.ocombine)
        .sink(receiveCompletion: { _ in hasEnded.signal() }, receiveValue: { total.add($0) })
    hasEnded.wait()
    observation.cancel()
}

@Sendable
private func combine(_ total: Accumulator) {
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    first.combineLatest(with: second).observeValues { total.add($0 &+ $1) }
    for value in 0..<count / 2 {
        firstInput.send(value: value)
        secondInput.send(value: value)
    }
}
