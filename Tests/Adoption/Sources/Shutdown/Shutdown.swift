import Foundation
import Helper
import Hummingbird
import Logging
import ReactiveNetworking
import ServiceLifecycle

/// A service that is asked to end amid its work: it answers every request that it has taken, and nothing runs then.
@main
enum Shutdown {
    static func main() async throws {
        let logger = Logger(label: "Shutdown", factory: { _ in SwiftLogNoOpLogHandler() })
        let network = Network()
        try await Server.serving(after: .seconds(1)) { upstream in
            let router = Router()
            router.get("/") { (_: Hummingbird.Request, _: BasicRequestContext) in
                try await network.response(for: ReactiveNetworking.Request(.get, upstream)).statusCode.rawValue
                    .description
            }
            let (urls, url) = AsyncStream.makeStream(of: String.self)
            let server = Application(
                router: router,
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { url.yield("http://127.0.0.1:\($0.localAddress?.port ?? 0)/") },
                logger: logger
            )
            // The last service ends first.
            let services = ServiceGroup(
                services: [Upstream(network: network), server],
                gracefulShutdownSignals: [.sigterm],
                logger: logger
            )
            let client = Network()
            async let answers: [String] = withThrowingTaskGroup(of: String.self) { group in
                for await url in urls.prefix(1) {
                    for _ in 0..<20 {
                        group.addTask {
                            try await client.send(ReactiveNetworking.Request(.get, url), decoding: .text()).value()
                                .parsedData
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            async let signal: Void = {
                for await count in network.activity.count.producer.values() where count == 20 { break }
                kill(getpid(), SIGTERM)
            }()
            try await services.run()
            _ = await signal
            let texts = try await answers
            guard texts == Array(repeating: "200", count: 20), network.activity.count.value == 0 else {
                print("lost: \(texts)")
                exit(1)
            }
            print("\(texts.count) answers")
        }
    }
}
