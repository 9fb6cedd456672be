import ReactiveNetworking

/// Passes on an exchange in which the cache has no part, with a status that says so (H37).
final class BypassReceiver: ExchangeReceiver {
    private let output: ExchangeOutput

    init(_ output: ExchangeOutput) {
        self.output = output
    }

    var hasExpired: Bool { output.hasExpired }

    func keep(_ work: any Disposable, of exchange: Int) { output.keep(work) }

    func needs(_ exchange: Int) -> Bool { output.isNeeded }

    func receive(_ event: TransportEvent, of exchange: Int) {
        guard case .head(let head) = event else { return output.send(event) }
        output.send(.head(Self.stamped(head)))
    }

    func receive(_ response: RawResponse, of exchange: Int) {
        let head = Self.stamped(response.head)
        output.finish(with: RawResponse(head: head, data: response.data, completion: response.completion))
    }

    func end(_ termination: Termination<TransportError>, of exchange: Int) { output.end(termination) }

    private static func stamped(_ head: ResponseHead) -> ResponseHead {
        var status = CacheStatus.Values()
        status.forward = .bypass
        status.forwardStatus = head.status
        status.isCurrent = true
        var head = head
        head.cacheStatus = CacheStatus(status)
        return head
    }
}

extension CacheCore {
    /// Sends a request as if there were no cache.
    func passBy(_ request: PreparedRequest, _ output: ExchangeOutput) {
        base.begin(request, ExchangeOutput(to: BypassReceiver(output), 0))
    }
}
