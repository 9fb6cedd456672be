import Foundation

/// Delivers a response in chunks. Its result is its completion.
struct StreamReceiver: ResponseReceiver {
    let flow: Backpressure
    let send: @Sendable (StreamEvent) -> Void

    var decorator: Decorator? {
        { transport, _ in FlowControlledTransport(base: transport, flow: flow) }
    }

    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Void, AttemptFailure> {
        events.attemptReduce(into: StreamedResponse(self, operation)) {
            $0.receive($1)
        } finish: {
            $0.finished
        }
        .mapError { failure in
            var failure = failure
            if operation.hasHandedOn { failure.stopReason = .partiallyDelivered }
            return failure
        }
    }
}

/// The received part of an attempt.
private struct StreamedResponse: Sendable {
    private let stream: StreamReceiver
    private let operation: Operation
    private var head: ResponseHead?
    private var refused: RefusedResponse?

    init(_ stream: StreamReceiver, _ operation: Operation) {
        self.stream = stream
        self.operation = operation
    }

    private var request: Request { operation.request }

    mutating func receive(_ event: TransportEvent) -> Result<Void, AttemptFailure> {
        if let result = refused?.receive(event) { return result }
        switch event {
        case .head(let head):
            guard !request.refuses(head) else {
                refused = RefusedResponse(by: request)
                return refused?.receive(event) ?? .success(())
            }
            self.head = head
            operation.handsOn()
            stream.send(.head(head))
        case .body(let data): return handOn(data)
        case .completed(let metrics):
            if let head, let problem = metrics.problem(of: head) { return .failure(AttemptFailure(problem)) }
        case .phase, .uploadProgress, .informational: break
        }
        return .success(())
    }

    /// Limits buffered bytes for transports that cannot pause an exchange (N16).
    private func handOn(_ data: Data) -> Result<Void, AttemptFailure> {
        stream.flow.enqueue(data.count)
        guard stream.flow.waitingByteCount <= max(request.maxBodySize, data.count) else {
            let reason = "more than the \(request.maxBodySize) bytes allowed are waiting for the consumer"
            return .failure(AttemptFailure(TransportError(.bodyTooLarge, phase: .receiving, detail: reason)))
        }
        stream.send(.bytes(data))
        return .success(())
    }

    var finished: Result<Void, AttemptFailure> {
        if let refused { return .failure(refused.failure) }
        return operation.hasHandedOn ? .success(()) : .failure(.withoutHead)
    }
}

/// Lets the consumer of a stream pause its exchange.
private struct FlowControlledTransport: Transport {
    let base: any Transport
    let flow: Backpressure

    var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        var request = request
        request.flow = flow
        return base.exchange(request)
    }
}
