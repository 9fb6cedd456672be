import ReactiveNetworking
import ReactiveTesting

/// The cost that the library itself adds to an exchange: the transport answers at once, and everything else is the
/// default, including the real clock.
func printSendRows() async throws {
    Table.print(try await sendRow("Network.send over a stub, on the main thread", scheduler: nil))
    Table.print(
        try await sendRow("Network.send over a stub, ImmediateScheduler", scheduler: ImmediateScheduler())
    )
}

private func sendRow(_ name: String, scheduler: (any Scheduler)?) async throws -> Row {
    let count = 20_000
    let request = RequestBuilder(.get, opaque("http://stub.test/")).build()
    let work = Side("ours") { @MainActor total in
        let network = Network(transport: StubTransport(.status(.ok)))
        for _ in 0..<count {
            network.send(request, scheduler: scheduler).startWithResult { result in
                if case .success = result { total.add(1) }
            }
        }
        precondition(total.sum == count, "The stub answers at once, so every operation has ended by now")
    }
    let figures = try await bestOf(count: count, [work])
    return Row(name: name, unit: "us/send", ours: figures[0] / 1_000, goal: .atMost(10))
}
