import ReactiveNetworking

/// The messages of `--verbose` about an operation: the request, each step, and the way of each response.
struct Narration: Sendable {
    private let request: Request
    private let network: Network
    private let usesCache: Bool

    init(of request: Request, over network: Network, usingCache usesCache: Bool = false) {
        self.request = request
        self.network = network
        self.usesCache = usesCache
    }

    /// Tells about all operations of the network from now on.
    func start(on console: Console) {
        let fields = request.headers.map { name, value in
            let isSecret = Secrets.areNamed(name)
            return "\(name): \(isSecret ? Redaction.placeholder : Redaction.standard.value(value, ofHeader: name))"
        }
        console.say((["\(request)"] + fields).map { Line("> \($0)", .dim) })
        let exchange = Locked(Exchange())
        network.events.observeValues { [usesCache] event in
            let lines = exchange.withLock { $0.lines(for: event, usesCache: usesCache) }
            console.say(lines.map { Line("* \($0)", .dim) })
        }
    }

    /// The facts of an exchange that its end needs.
    struct Exchange {
        private var isSecure = false
        private var cacheStatus: CacheStatus?

        /// Returns the messages about an event. The failure of an operation is reported by others.
        mutating func lines(for event: Network.Event, usesCache: Bool) -> [String] {
            switch event.kind {
            case .exchange(.received): return []
            case .exchange(.began(let request)): isSecure = ["https", "wss"].contains(request.url.scheme)
            case .exchange(.responded(let head)): cacheStatus = head.cacheStatus
            case .exchange(.completed(let metrics)):
                return ["\(event)", answerer(usesCache)] + (connection(metrics).map { [$0] } ?? [])
            case .ended(.failed, let reason?): return ["#\(event.operation) failed for good: \(reason)"]
            case .ended(.failed, nil): return []
            default: break
            }
            return ["\(event)"]
        }

        private func answerer(_ usesCache: Bool) -> String {
            guard let cacheStatus else {
                return usesCache ? "the server answered" : "the server answered, without a cache"
            }
            return (cacheStatus.isHit ? "the cache answered: " : "the server answered: ") + "\(cacheStatus)"
        }

        /// The protocol, the address, and TLS, as far as the transport reports them.
        private func connection(_ metrics: TransferMetrics) -> String? {
            let address = metrics.remoteAddress.map { "\($0) port \(metrics.remotePort.map(String.init) ?? "unknown")" }
            let parts = [metrics.protocolVersion, address].compactMap(\.self)
            guard !parts.isEmpty else { return nil }
            let age = metrics.reusedConnection.map { $0 ? "reused connection" : "new connection" }
            return (parts + [isSecure ? "TLS" : "no TLS"] + (age.map { [$0] } ?? [])).joined(separator: ", ")
        }
    }
}
