import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting

/// A server of pages on virtual time. Each page takes a second, and is an array of its number.
struct PageWorld {
    let clock = TestScheduler()
    let stub: StubTransport
    let network: Network

    /// - Parameters:
    ///   - links: The `Link` field of each page, or `nil`. The last one repeats.
    ///   - delay: The time that a page takes.
    init(
        _ links: String?...,
        delay: Duration = .seconds(1),
        environment: Network.Environment? = nil,
        configuration: Network.Configuration = Network.Configuration()
    ) {
        stub = StubTransport(clock: clock) { _, number in
            var headers: HTTP.Headers = ["Content-Type": "application/json"]
            if let link = links[min(number, links.count - 1)] { headers.set("Link", link) }
            let reply = StubTransport.Reply.text("[\(number)]", headers: headers)
            return delay > .zero ? reply.delayed(by: delay) : reply
        }
        network = Network(environment: environment, configuration: configuration, transport: stub, clock: clock)
    }

    /// The URLs that were requested.
    var urls: [String] { stub.requests.map(\.url.absoluteString) }

    /// A Boolean value that indicates whether no work is scheduled, no exchange is live, and no operation is counted.
    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }

    /// Records the pages until nothing is scheduled any more.
    func run(
        _ first: Request = .get("http://api.test/todos"),
        next: Network.NextPage<[Int]> = .link
    ) -> EventRecorder<[Int], OperationError> {
        let events = network.pages(of: first, as: [Int].self, next: next).map(\.parsedData).record(on: clock)
        clock.run()
        return events
    }
}
