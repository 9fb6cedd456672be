import Foundation
import ReactiveNetworking
import ReactiveTesting

/// A network on virtual time over a scripted transport.
package struct VirtualNetwork {
    package let clock: TestScheduler
    package let stub: StubTransport
    package let network: Network

    package init(
        _ script: StubTransport.Reply...,
        retryPolicy: RetryPolicy = .standard,
        redirectPolicy: RedirectPolicy = .standard
    ) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        self.init(stub, on: clock, retryPolicy: retryPolicy, redirectPolicy: redirectPolicy)
    }

    package init(
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

    package init(script: [StubTransport.Reply], hooks: Hooks, clock: TestScheduler = TestScheduler()) {
        self.clock = clock
        stub = StubTransport(script: script, clock: clock)
        network = Network(configuration: Network.Configuration(hooks: hooks), transport: stub, clock: clock)
    }

    /// A Boolean value that indicates whether no work is scheduled, no exchange is live, and no operation is counted.
    package var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }

    /// Records the log events of all operations.
    package func log() -> Locked<[Network.Event]> {
        let log = Locked<[Network.Event]>([])
        network.events.observeValues { event in log.withLock { $0.append(event) } }
        return log
    }
}

extension Locked<[Network.Event]> {
    /// The reason why the last operation made no further attempt.
    package var stopReason: RetryPolicy.StopReason? {
        for event in withLock({ $0 }).reversed() {
            if case .ended(_, let reason) = event.kind { return reason }
        }
        return nil
    }
}

extension Locked<Int> {
    /// Increments the count and returns it.
    package func next() -> Int {
        modify { count in
            count += 1
            return count
        }
    }
}

package struct Todo: Codable, Sendable, Equatable {
    package var id: Int
    package var title: String

    package init(id: Int, title: String) {
        self.id = id
        self.title = title
    }
}

package let todoJSON = #"{"id": 1, "title": "Ape"}"#

extension Endpoint where Self == Request {
    package static func get(_ url: String = "http://api.test/todos/1") -> Request { RequestBuilder(.get, url).build() }
    package static func post(_ url: String = "http://api.test/todos") -> Request {
        RequestBuilder(.post, url).json(["title": "Ape"]).build()
    }
}

package typealias OperationError = Network.OperationError

extension Network.Configuration {
    /// A deadline that a busy machine does not reach, for exchanges over real sockets.
    package static var patient: Network.Configuration { Network.Configuration(abortAfter: .seconds(600)) }
}

extension TokenRefresher.Options {
    /// For refreshes that are tasks; see `Duration.patience`.
    package static var patient: TokenRefresher.Options {
        var options = TokenRefresher.Options()
        options.refreshLimit = .patience
        return options
    }
}

extension Duration {
    /// A deadline for what runs in tasks: beside a thousand other tests these may wait long for a thread.
    package static let patience = Duration.seconds(600)

    package static func seconds(_ range: ClosedRange<Int>) -> [Duration] { range.map { .seconds($0) } }
}

extension SchedulerInstant {
    package var seconds: Double { Double(offset.components.seconds) + Double(offset.components.attoseconds) / 1e18 }
}
