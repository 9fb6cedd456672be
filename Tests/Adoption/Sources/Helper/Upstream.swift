import ReactiveNetworking
import ServiceLifecycle

/// The client of a service, which ends after the servers that use it (AD14).
public struct Upstream: Service {
    let network: Network

    public init(network: Network) { self.network = network }

    public func run() async throws {
        try await gracefulShutdown()
        let drained = try await network.drain(within: .seconds(20)).value()
        print("\(drained.finished) finished, \(drained.interrupted) interrupted")
    }
}
