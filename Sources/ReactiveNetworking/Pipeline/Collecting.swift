import Foundation

/// The received part of a response that is collected in memory.
struct PartialResponse: Sendable {
    private var head: ResponseHead?
    private var data = Data()
    /// The size up to which the data grows without a copy.
    private var capacity = 0
    private var completion: TransportEvent?

    /// Receives an event. A body of more than `limit` bytes is a failure (N16).
    mutating func receive(_ event: TransportEvent, upTo limit: Int) -> AttemptFailure? {
        switch event {
        case .head(let head): self.head = head
        case .body(let more):
            guard more.count <= max(0, limit) - data.count else { return AttemptFailure(.bodyTooLarge(over: limit)) }
            append(more)
        case .completed: completion = event
        case .phase, .uploadProgress, .informational: break
        }
        return nil
    }

    private mutating func append(_ more: Data) {
        guard !data.isEmpty else {
            data = more
            return
        }
        let count = data.count + more.count
        if count > capacity {
            // Left to itself, a long body is copied at almost every piece.
            capacity = max(count, 2 * data.count)
            var grown = Data(capacity: capacity)
            grown.append(data)
            data = grown
        }
        data.append(more)
    }

    /// The complete response. A transport that completes without a head has not delivered an HTTP response.
    var whole: Result<RawResponse, AttemptFailure> {
        guard let head else { return .failure(.withoutHead) }
        return .success(RawResponse(head: head, data: data, completion: completion))
    }
}
