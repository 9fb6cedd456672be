import Foundation
import ReactiveNetworking
import ReactiveTesting

/// A network on virtual time over a scripted transport.
struct VirtualNetwork {
    let clock: TestScheduler
    let stub: StubTransport
    let network: Network

    init(
        _ script: StubTransport.Reply...,
        retryPolicy: RetryPolicy = .standard,
        redirectPolicy: RedirectPolicy = .standard
    ) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        self.init(stub, on: clock, retryPolicy: retryPolicy, redirectPolicy: redirectPolicy)
    }

    init(
        _ stub: StubTransport,
        on clock: TestScheduler,
        retryPolicy: RetryPolicy = .standard,
        redirectPolicy: RedirectPolicy = .standard
    ) {
        self.clock = clock
        self.stub = stub
        network = Network(
            configuration: Network.Configuration(retryPolicy: retryPolicy, redirectPolicy: redirectPolicy),
            transport: stub,
            clock: clock
        )
    }

    init(script: [StubTransport.Reply], hooks: Hooks, clock: TestScheduler = TestScheduler()) {
        self.clock = clock
        stub = StubTransport(script: script, clock: clock)
        network = Network(configuration: Network.Configuration(hooks: hooks), transport: stub, clock: clock)
    }

    /// A Boolean value that indicates whether no work is scheduled, no exchange is live, and no operation is counted.
    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }

    /// Records the log events of all operations.
    func log() -> Locked<[Network.Event]> {
        let log = Locked<[Network.Event]>([])
        network.events.observeValues { event in log.withLock { $0.append(event) } }
        return log
    }
}

extension Locked<[Network.Event]> {
    /// The reason why the last operation made no further attempt.
    var stopReason: RetryPolicy.StopReason? {
        for event in withLock({ $0 }).reversed() {
            if case .ended(_, let reason) = event.kind { return reason }
        }
        return nil
    }
}

extension Locked<Int> {
    /// Increments the count and returns it.
    func next() -> Int {
        modify { count in
            count += 1
            return count
        }
    }
}

struct Todo: Codable, Sendable, Equatable {
    var id: Int
    var title: String
}

let todoJSON = #"{"id": 1, "title": "Ape"}"#

extension Endpoint where Self == Request {
    static func get(_ url: String = "http://api.test/todos/1") -> Request { RequestBuilder(.get, url).build() }
    static func post(_ url: String = "http://api.test/todos") -> Request {
        RequestBuilder(.post, url).json(["title": "Ape"]).build()
    }
}

typealias OperationError = Network.OperationError

extension Network.Configuration {
    /// A deadline that a busy machine does not reach, for exchanges over real sockets.
    static var patient: Network.Configuration { Network.Configuration(abortAfter: .seconds(600)) }
}

extension TokenRefresher.Options {
    /// For refreshes that are tasks; see `Duration.patience`.
    static var patient: TokenRefresher.Options {
        var options = TokenRefresher.Options()
        options.refreshLimit = .patience
        return options
    }
}

extension Duration {
    /// A deadline for what runs in tasks: beside a thousand other tests these may wait long for a thread.
    static let patience = Duration.seconds(600)

    static func seconds(_ range: ClosedRange<Int>) -> [Duration] { range.map { .seconds($0) } }
}
