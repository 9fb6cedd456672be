import Foundation

extension SignalProducer where Value == TransportEvent, Failure == AttemptFailure {
    /// Collects a response in memory. If its body exceeds `limit` bytes, fails and cancels the transfer (N16).
    func collected(upTo limit: Int) -> SignalProducer<RawResponse, AttemptFailure> {
        attemptReduce(into: PartialResponse(limit: limit)) {
            $0.receive($1)
        } finish: {
            $0.whole
        }
    }
}

/// The received part of a response.
struct PartialResponse: Sendable {
    private let limit: Int
    private var head: ResponseHead?
    private var data = Data()
    private var metrics: TransferMetrics?

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    mutating func receive(_ event: TransportEvent) -> Result<Void, AttemptFailure> {
        switch event {
        case .head(let head): self.head = head
        case .body(let more): return append(more)
        case .completed(let metrics): self.metrics = metrics
        case .phase, .uploadProgress, .informational: break
        }
        return .success(())
    }

    private mutating func append(_ more: Data) -> Result<Void, AttemptFailure> {
        guard more.count <= limit - data.count else {
            return .failure(AttemptFailure(.bodyTooLarge(over: limit)))
        }
        if data.isEmpty { data = more } else { data.append(more) }
        return .success(())
    }

    /// The complete response. A transport that completes without a head has not delivered an HTTP response.
    var whole: Result<RawResponse, AttemptFailure> {
        guard let head else { return .failure(.withoutHead) }
        let metrics = metrics ?? TransferMetrics(receivedByteCount: Int64(data.count))
        return .success(RawResponse(head: head, data: data, metrics: metrics))
    }
}
