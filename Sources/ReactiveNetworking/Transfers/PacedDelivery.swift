/// The way of the parts of a response to a consumer that may be slower than the connection. The gate closes when too
/// many bytes wait for the consumer.
package final class PacedDelivery<Value: Sendable>: PacedSource {
    package let output: StartOutput<Value, Network.OperationError>
    package let flow: Backpressure
    private let place: DeliveryPlace
    private let refreshing: Set<ObjectIdentifier>
    private let idle: IdleTimer?
    private let takesBytes: Bool
    /// The bytes of values that were sent, and that the consumer may keep.
    private let heldByteCount = InlineLocked(0)

    /// - Parameters:
    ///   - output: The consumer.
    ///   - place: The place of the delivery, in order.
    ///   - refreshing: The token refreshers whose refresh the operation is part of.
    ///   - flow: The gate, if the consumer itself records what it has taken.
    ///   - idle: The timer that does not count the time in which the gate is closed.
    package init(
        to output: StartOutput<Value, Network.OperationError>,
        at place: DeliveryPlace,
        for refreshing: Set<ObjectIdentifier>,
        countedBy flow: Backpressure? = nil,
        _ idle: IdleTimer? = nil
    ) {
        self.output = output
        self.place = place
        self.refreshing = refreshing
        self.flow = flow ?? idle?.flow ?? Backpressure()
        self.idle = idle
        takesBytes = flow == nil
    }

    /// Opens the start of an operation; returns `false` if it was disposed of before.
    package func open(for operation: Operation) -> Bool {
        if takesBytes { output.pace(self) }
        return output.open(for: operation)
    }

    /// Delivers values.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - byteCount: The number of their bytes, which the gate has recorded before.
    package func send(_ values: [Value], _ byteCount: Int = 0) {
        guard !values.isEmpty else { return }
        place.perform(for: refreshing) { [self] in
            if takesBytes { heldByteCount.withLock { $0 += byteCount } }
            // An iterator of an array of any type would need memory for each value.
            for index in values.indices { output.send(values[index]) }
            if takesBytes, !output.consumerIsBehind { consumerCaughtUp() }
        }
    }

    package func consumerCaughtUp() {
        let byteCount = heldByteCount.withLock { count in
            defer { count = 0 }
            return count
        }
        take(byteCount)
    }

    /// Records bytes that were taken.
    package func take(_ byteCount: Int) {
        guard byteCount > 0 else { return }
        guard let idle, flow.isClosed else { return flow.take(byteCount) }
        // Before the gate opens, because the timer may expire just then.
        idle.touch()
        flow.take(byteCount)
        idle.resume()
    }
}
