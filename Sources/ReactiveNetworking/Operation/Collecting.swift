import Foundation

/// The received part of a response that is collected in memory.
package struct PartialResponse: Sendable {
    private var head: ResponseHead?
    private var data = Data()
    private var completion: TransportEvent?

    package init() {}

    /// Receives an event. A body of more than `limit` bytes is a failure (N16).
    package mutating func receive(_ event: TransportEvent, upTo limit: Int) -> AttemptFailure? {
        switch event {
        case .head(let head): self.head = head
        case .body(let more):
            guard more.count <= max(0, limit) - data.count else { return AttemptFailure(.bodyTooLarge(over: limit)) }
            if data.isEmpty { data = more } else { data.append(more) }
        case .completed: completion = event
        case .phase, .uploadProgress, .informational: break
        }
        return nil
    }

    /// The complete response; `nil` after a transport that completes without a head, and so without an HTTP response.
    package var whole: RawResponse? {
        guard let head else { return nil }
        return RawResponse(head: head, data: data, completion: completion)
    }
}
