import Foundation

/// Delivers a response in chunks. Its end is its completion.
final class StreamReceiver: ResponseReceiver {
    /// The received part of an attempt.
    private struct State: Sendable {
        var head: ResponseHead?
        var refused: RefusedResponse?
    }

    private let delivery: Delivery<StreamEvent>
    private let flow: Backpressure
    private let state = Locked(State())

    init(_ flow: Backpressure, _ delivery: Delivery<StreamEvent>) {
        self.flow = flow
        self.delivery = delivery
    }

    func open(for operation: Operation) -> Bool { delivery.output.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { delivery.output.terminate(end) }

    func beginAttempt() { state.withLock { $0 = State() } }

    /// Lets the consumer pause the exchange.
    func prepare(_ request: PreparedRequest) -> PreparedRequest { request.paused(by: flow) }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        let (isRefused, failure) = state.withLock { ($0.refused != nil, $0.refused?.receive(event)) }
        guard !isRefused else { return failure }
        switch event {
        case .head(let head): return begin(head, event, operation)
        case .body(let data): return handOn(data, operation.context.withRequest { $0.maxBodySize })
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
        delivery.send(.head(head))
        return nil
    }

    /// Limits buffered bytes for transports that cannot pause an exchange (N16).
    private func handOn(_ data: Data, _ limit: Int) -> AttemptFailure? {
        flow.enqueue(data.count)
        guard flow.waitingByteCount <= max(limit, data.count) else {
            let reason = "more than the \(limit) bytes allowed are waiting for the consumer"
            return AttemptFailure(TransportError(.bodyTooLarge, phase: .receiving, detail: reason))
        }
        delivery.send(.bytes(data))
        return nil
    }

    func conclude(_ operation: Operation, hasMoved: Bool) -> Conclusion {
        if let refused = state.withLock({ $0.refused }) { return .failed(refused.failure) }
        guard operation.hasHandedOn else { return .failed(.withoutHead) }
        return .accepted { [delivery] in delivery.output.terminate(.completed) }
    }

    func close() { flow.abandon() }
}
