import ReactiveNetworking
import ReactiveTesting

/// The cost that the library itself adds to an exchange: the transport answers at once, and everything else is the
/// default, including the real clock.
let stubRows = [
    Row("send over a stub, on the main thread", "requests", count) { try await send($0, nil) },
    Row("send over a stub, ImmediateScheduler", "requests", count) { try await send($0, ImmediateScheduler()) },
]

private let count = 20_000

@MainActor
private func send(_ total: Accumulator, _ scheduler: (any Scheduler)?) throws {
    let network = Network(transport: StubTransport(.status(.ok)))
    let request = RequestBuilder(.get, opaque("http://stub.test/")).build()
    let before = total.sum
    for _ in 0..<count {
        network.send(request, scheduler: scheduler).startWithResult { result in
            if case .success = result { total.add(1) }
        }
    }
    guard total.sum == before + count else { throw Failure("the stub answers at once, but not all sends have ended") }
}
