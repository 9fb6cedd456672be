import ReactiveNetworking
import ReactiveReachability
import ReactiveTesting

enum ReachabilityLesson: Lesson {
    static let title = "A tunnel: the retry that waits for the network"
    static let introduction =
        "The device is offline for 3 s of virtual time. One request waits as planned, 8 s, the other for the network."
    static let code = """
        let reachability = Reachability(source: tunnel, clock: clock)
        let seen = reachability.status.producer.record(on: clock)
        let policy = RetryPolicy(backoff: .constant(.seconds(8)), RetryPolicy.standard.decision)
        let planned = Sender(policy, on: clock)
        let waiting = Sender(policy.waitingUntilOnline(reachability), on: clock)
        """

    private struct Tunnel: ReachabilitySource {
        let clock: TestScheduler

        /// A train leaves a tunnel, and soon after changes to another network.
        let reports: [(Duration, Reachability.Status)] = [
            (.zero, .offline), (.seconds(3), .online(.cellular)), (.seconds(5), .offline),
            (.milliseconds(5_100), .online(.wifi)),
        ]

        var changes: SignalProducer<Reachability.Status, Never> {
            SignalProducer.merge(reports.map { SignalProducer(value: $1).delay($0, on: clock) })
        }
    }

    static func run(on server: LoopbackServer) async throws {
        let clock = TestScheduler()
        let tunnel = Tunnel(clock: clock)
        let reachability = Reachability(source: tunnel, clock: clock)
        let seen = reachability.status.producer.record(on: clock)
        let policy = RetryPolicy(backoff: .constant(.seconds(8)), RetryPolicy.standard.decision)
        let planned = Sender(policy, on: clock)
        let waiting = Sender(policy.waitingUntilOnline(reachability), on: clock)

        await clock.advance(by: .seconds(10))
        seen.dispose()

        Terminal.print(await waiting.journal.steps)
        var (reports, status) = (Diagram.Row("reports"), Diagram.Row("status"))
        for (time, report) in tunnel.reports { reports.mark(report.mark, at: time) }
        for record in seen.all {
            if let value = record.event.value, value != .unknown { status.mark(value.mark, at: record.time) }
        }
        Diagram(rows: [reports, status, waiting.row("waiting"), planned.row("planned")]).print()
        print("\n   ○ offline   ● online   \(clock.scheduledCount) timers left. The gap of 0.1 s is not a change.")
    }

    /// A network whose first attempt fails, and whose second one succeeds.
    private struct Sender {
        let stub: StubTransport
        let journal: Journal

        init(_ policy: RetryPolicy, on clock: TestScheduler) {
            stub = StubTransport(.failure(.cannotResolveHost), .status(.ok), clock: clock)
            let configuration = Network.Configuration(retryPolicy: policy)
            let network = Network(configuration: configuration, transport: stub, clock: clock)
            journal = Journal(of: network)
            network.send(RequestBuilder(.get, "http://news.test/").build()).start()
        }

        func row(_ label: String) -> Diagram.Row {
            var row = Diagram.Row(label)
            for (time, mark) in zip(stub.times, ["✗", "200"]) { row.mark(mark, at: time) }
            return row
        }
    }
}

extension Diagram.Row {
    fileprivate mutating func mark(_ mark: String, at time: Duration) {
        stretch(from: time, to: time, mark: mark)
    }
}

extension Reachability.Status {
    fileprivate var mark: String { if case .online(let interface) = self { "● \(interface)" } else { "○" } }
}
