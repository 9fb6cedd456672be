import Foundation
import ReactiveNetworking

/// Memory and delays.
let waitingFigures = [
    Figure(name: "10,000 waiting requests, CurlTransport, memory of each", unit: "kB", server: .nginx) { place in
        Double(try memoryOfWaiting(10_000, place.wait)) / 1e3
    },
    Figure(name: "deadline with 64 in flight, CurlTransport, 99th percentile late by", unit: "ms", server: .nginx) {
        try await delayOfDeadlines(64, $0.wait) * 1e3
    },
]

private func memoryOfWaiting(_ count: Int, _ url: String) throws -> Int {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    limits.rlim_cur = min(limits.rlim_max, 30_000)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    var configuration = CurlTransport.Configuration()
    configuration.maxConnections = count
    configuration.maxConnectionsPerHost = count
    configuration.receiveBufferByteCount = 1_024
    let transport = Watched(transport: try CurlTransport(configuration))
    let network = Network(transport: transport, scheduler: ImmediateScheduler())
    let request = RequestBuilder(.get, url).build()
    // Pays one-time costs.
    _ = network.send(request, abortAfter: .milliseconds(200)).wait()
    let before = Usage.residentMemory
    let isEarly = Locked(false)
    for _ in 0..<count { transport.waiting.enter() }
    let handles = (0..<count).map { _ in
        network.send(request, abortAfter: .seconds(120)).on(terminated: { isEarly.withLock { $0 = true } }).start()
    }
    transport.waiting.wait()
    guard !isEarly.withLock({ $0 }) else { throw Failure("some requests did not wait") }
    let each = (Usage.residentMemory - before) / count
    for handle in handles { handle.dispose() }
    return each
}

private func delayOfDeadlines(_ inFlight: Int, _ url: String) async throws -> Double {
    let limit = Duration.milliseconds(100)
    let network = Network(transport: try CurlTransport(), scheduler: ImmediateScheduler())
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

/// Signals when requests wait for their responses.
private struct Watched: Transport {
    let transport: CurlTransport
    let waiting = DispatchGroup()
    private let isWarm = Locked(false)

    init(transport: CurlTransport) {
        self.transport = transport
    }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let isCounted = isWarm.withLock { isWarm in
            defer { isWarm = true }
            return isWarm
        }
        return transport.exchange(request).on(value: { event in
            if isCounted, case .phase(.waitingForHead) = event { waiting.leave() }
        })
    }
}
