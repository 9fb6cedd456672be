import Foundation

extension SignalProducer where Value == TransportEvent, Failure == TransportError {
    /// Puts a response together, as long as its body does not exceed `limit` bytes (N16); past that it fails, and the
    /// transfer is cancelled.
    func collected(upTo limit: Int) -> SignalProducer<RawResponse, TransportError> {
        .deferred {
            let received = Locked(0)
            return self.attempt { event -> Result<(), TransportError> in
                guard case .body(let data) = event else { return .success(()) }
                let total = received.withLock { total in
                    total += data.count
                    return total
                }
                guard total > limit else { return .success(()) }
                return .failure(
                    TransportError(.bodyTooLarge, phase: .receiving, detail: "more than the \(limit) bytes allowed")
                )
            }
            .reduce(into: PartialResponse()) { $0.receive($1) }
            .attemptMap { $0.whole }
        }
    }
}

/// What has come of a response.
private struct PartialResponse: Sendable {
    private var head: ResponseHead?
    private var data = Data()
    private var metrics: TransferMetrics?

    mutating func receive(_ event: TransportEvent) {
        switch event {
        case .head(let head): self.head = head
        case .body(let more): if data.isEmpty { data = more } else { data.append(more) }
        case .completed(let metrics): self.metrics = metrics
        case .phase, .uploadProgress, .informational: break
        }
    }

    /// The response, if there is one: a transport that completes without a head has not brought an HTTP response.
    var whole: Result<RawResponse, TransportError> {
        guard let head else { return .failure(TransportError(.notHTTP, detail: "the transport sent no head")) }
        let metrics = metrics ?? TransferMetrics(receivedByteCount: Int64(data.count))
        return .success(RawResponse(head: head, data: data, metrics: metrics))
    }
}
