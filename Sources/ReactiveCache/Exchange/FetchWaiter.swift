import ReactiveNetworking

/// A caller that waits for a response from the network, and the request that it would send.
struct FetchWaiter: Sendable {
    let exchange: CacheExchange
    let lead: FetchLead
    /// A Boolean value that indicates whether the caller shares its exchange with nobody.
    let isExclusive: Bool

    init(
        _ exchange: CacheExchange,
        _ reason: CacheStatus.Forward,
        _ forwarding: Forwarding,
        _ partitions: CachePartitions
    ) {
        self.init(exchange, FetchLead(exchange.request, reason, forwarding, partitions), isExclusive: false)
    }

    /// Creates a waiter that shares its exchange with nobody.
    init(_ exchange: CacheExchange, _ lead: FetchLead) {
        self.init(exchange, lead, isExclusive: true)
    }

    private init(_ exchange: CacheExchange, _ lead: FetchLead, isExclusive: Bool) {
        self.exchange = exchange
        self.lead = lead
        let request = lead.request
        self.isExclusive =
            isExclusive || request.request.method != .get || request.isConditional || request.rangeField != nil
            || request.demandsValidation || request.control.maxAge == 0 || request.ignoresStored || request.pass != nil
            || lead.reason == .bypass || lead.forwarding.isCompletion
    }

    /// Returns the same caller, which shares its exchange with nobody.
    func exclusive() -> FetchWaiter { FetchWaiter(exchange, lead, isExclusive: true) }
}

/// The request of a fetch, and what it means for what is stored; out of line, because waiters are copied often.
final class FetchLead: Sendable {
    let request: CacheRequest
    let reason: CacheStatus.Forward
    let forwarding: Forwarding
    let partitions: CachePartitions

    init(
        _ request: CacheRequest,
        _ reason: CacheStatus.Forward,
        _ forwarding: Forwarding,
        _ partitions: CachePartitions
    ) {
        self.request = request
        self.reason = reason
        self.forwarding = forwarding
        self.partitions = partitions
    }

    /// A Boolean value that indicates whether the response may be stored, or may change what is stored, so that an
    /// invalidation concerns it.
    var mayStore: Bool {
        switch request.request.method {
        case _ where request.request.isLive: false
        case .get, .head, .post: true
        default: false
        }
    }

    /// Returns whether the fetch validates a stored response.
    func validates(_ record: CacheRecord) -> Bool {
        forwarding.fallback?.records.contains { $0.id == record.id } ?? false
    }
}
