/// Delivers a response in chunks. Its end is its completion.
final class StreamReceiver: ResponseReceiver {
    /// The received part of an attempt.
    private struct State: Sendable {
        var head: ResponseHead?
        var refused: RefusedResponse?
    }

    private let delivery: PacedDelivery<StreamEvent>
    private let state = Locked(State())

    init(_ delivery: PacedDelivery<StreamEvent>) {
        self.delivery = delivery
    }

    func open(for operation: Operation) -> Bool { delivery.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { delivery.output.terminate(end) }

    func beginAttempt() { state.withLock { $0 = State() } }

    /// Lets the consumer pause the exchange.
    func prepare(_ request: PreparedRequest) -> PreparedRequest { request.paused(by: delivery.flow) }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        let (isRefused, failure) = state.withLock { ($0.refused != nil, $0.refused?.receive(event)) }
        guard !isRefused else { return failure }
        switch event {
        case .head(let head): return begin(head, event, operation)
        case .body(let data): return handOn(data, operation.context.withRequest { $0.maxBodySize })
        case .trailers(let trailers):
            delivery.send([.trailers(trailers)])
            return nil
        case .completed(let metrics):
            let problem = state.withLock { $0.head }.flatMap { metrics.problem(of: $0) }
            return problem.map { AttemptFailure($0) }
        case .phase, .uploadProgress, .informational: return nil
        }
    }

    private func begin(_ head: ResponseHead, _ event: TransportEvent, _ operation: Operation) -> AttemptFailure? {
        let request = operation.context.request
        guard !request.refuses(head) else {
            return state.withLock { state in
                state.refused = RefusedResponse(by: request)
                return state.refused?.receive(event)
            }
        }
        state.withLock { $0.head = head }
        operation.noteHandedOn()
        delivery.send([.head(head)])
        return nil
    }

    /// Limits buffered bytes for transports that cannot pause an exchange (N16).
    private func handOn(_ data: Data, _ limit: Int) -> AttemptFailure? {
        if let failure = delivery.flow.admit(data.count, upTo: limit) { return failure }
        delivery.send([.bytes(data)], data.count)
        return nil
    }

    func accept(_ operation: Operation) -> Conclusion? {
        if let refused = state.withLock({ $0.refused }) { return .failed(refused.failure) }
        return operation.hasHandedOn ? nil : .failed(.withoutHead)
    }

    func value(_ operation: Operation) -> Conclusion {
        .accepted { [delivery] in delivery.output.terminate(.completed) }
    }

    func close() { delivery.flow.abandon() }
}
