import Foundation
import ReactiveNetworking

/// Memory and delays.
let waitingFigures = [
    Figure(name: "10,000 waiting requests, SocketTransport, memory of each", unit: "kB", server: .nginx) { place in
        Double(try memoryOfWaiting(10_000, place.wait)) / 1e3
    },
    Figure(name: "deadline with 64 in flight, SocketTransport, 99th percentile late by", unit: "ms", server: .nginx) {
        try await delayOfDeadlines(64, $0.wait) * 1e3
    },
]

private func memoryOfWaiting(_ count: Int, _ url: String) throws -> Int {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    limits.rlim_cur = min(limits.rlim_max, 30_000)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    var configuration = SocketTransport.Configuration()
    configuration.maxConnections = count
    configuration.maxConnectionsPerHost = count
    let network = Network(transport: try SocketTransport(configuration), scheduler: ImmediateScheduler())
    let request = RequestBuilder(.get, url).build()
    // Pays one-time costs.
    _ = network.send(request, abortAfter: .milliseconds(200)).wait()
    let (memory, descriptors) = (Usage.residentMemory, Usage.descriptorCount)
    let isEarly = Locked(false)
    let handles = (0..<count).map { _ in
        network.send(request, abortAfter: .seconds(120)).on(terminated: { isEarly.withLock { $0 = true } }).start()
    }
    for _ in 0..<1_000 where Usage.descriptorCount < descriptors + count { usleep(50_000) }
    // The last connections were opened a moment ago, and send their requests.
    usleep(500_000)
    guard Usage.descriptorCount >= descriptors + count, !isEarly.withLock({ $0 }) else {
        throw Failure("some requests did not wait")
    }
    let each = (Usage.residentMemory - memory) / count
    for handle in handles { handle.dispose() }
    return each
}

private func delayOfDeadlines(_ inFlight: Int, _ url: String) async throws -> Double {
    let limit = Duration.milliseconds(100)
    let network = Network(transport: try SocketTransport(), scheduler: ImmediateScheduler())
    let request = RequestBuilder(.get, url).build()
    let delays = Locked<[Double]>([])
    await withTaskGroup { group in
        for _ in 0..<inFlight {
            group.addTask {
                for _ in 0..<20 {
                    let begun = ContinuousClock.now
                    _ = await network.send(request, abortAfter: limit).materialize().firstValue()
                    let delay = (begun.duration(to: .now) - limit) / .seconds(1)
                    delays.withLock { $0.append(delay) }
                }
            }
        }
    }
    let sorted = delays.withLock { $0 }.sorted()
    return sorted[sorted.count * 99 / 100]
}

extension Place {
    /// The URL of a response that does not arrive.
    fileprivate var wait: String { url + "/wait" }
}
