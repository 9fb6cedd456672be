/// A completely received response.
package struct RawResponse: Sendable {
    package var head: ResponseHead
    package var data: Data
    /// The trailers; `nil` if there are none, because a copy of that costs less than one of an empty collection.
    package var trailers: Optional<HTTP.Headers>
    /// The event that carries the metrics, which are large; `nil` if the transport sent none.
    ///
    /// The type is written out, because a variable of type `TransportEvent?` is `nil` first, and each creation is a
    /// copy then.
    package var completion: Optional<TransportEvent>

    package init(head: ResponseHead, data: Data, trailers: HTTP.Headers? = nil, completion: TransportEvent? = nil) {
        self.head = head
        self.data = data
        self.trailers = trailers
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
        let events: [TransportEvent?] = [
            .head(head), data.isEmpty ? nil : .body(data), trailers.map { .trailers($0) }, completion,
        ]
        return events.compactMap { $0 }
    }
}
