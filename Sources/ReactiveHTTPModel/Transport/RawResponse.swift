/// A completely received response.
package struct RawResponse: Sendable {
    package var head: ResponseHead
    package var data: Data
    /// The event that carries the metrics, which are large; `nil` if the transport sent none.
    ///
    /// The type is written out, because a variable of type `TransportEvent?` is `nil` first, and each creation is a
    /// copy then.
    package var completion: Optional<TransportEvent>

    package init(head: ResponseHead, data: Data, completion: TransportEvent? = nil) {
        self.head = head
        self.data = data
        self.completion = completion
    }

    package var metrics: TransferMetrics {
        guard case .completed(let metrics) = completion else {
            return TransferMetrics(receivedByteCount: Int64(data.count))
        }
        return metrics
    }
}

extension RawResponse {
    /// The response as the events of an exchange.
    package var events: [TransportEvent] {
        [.head(head)] + (data.isEmpty ? [] : [.body(data)]) + (completion.map { [$0] } ?? [])
    }
}
