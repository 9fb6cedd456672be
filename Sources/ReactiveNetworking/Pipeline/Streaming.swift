import Foundation

/// Hands a response on piece by piece. What it comes to is its completion.
struct Streaming: Receiving {
    let flow: FlowGate
    let send: @Sendable (StreamEvent) -> Void

    func transport(over transport: any Transport) -> any Transport { Paced(base: transport, flow: flow) }

    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Void, AttemptFailure> {
        let hasBegun = Guarded(false)
        return events.attemptReduce(into: StreamedResponse(self, operation.request, hasBegun)) {
            $0.receive($1)
        } finish: {
            $0.finished
        }
        .mapError { failure in
            var failure = failure
            if hasBegun.state { failure.stopReason = .alreadyDelivered }
            return failure
        }
    }
}

/// What has come of one attempt.
private struct StreamedResponse: Sendable {
    private let stream: Streaming
    private let request: Request
    /// Whether something was handed on.
    private let hasBegun: Guarded<Bool>
    /// The response, where it is one that the endpoint does not accept: it ends as in a plain `send`.
    private var refused: PartialResponse?

    init(_ stream: Streaming, _ request: Request, _ hasBegun: Guarded<Bool>) {
        self.stream = stream
        self.request = request
        self.hasBegun = hasBegun
    }

    mutating func receive(_ event: TransportEvent) -> Result<Void, AttemptFailure> {
        if refused != nil { return refused?.receive(event) ?? .success(()) }
        switch event {
        case .head(let head):
            guard !request.refuses(head) else {
                refused = PartialResponse(limit: request.maxBodySize)
                return refused?.receive(event) ?? .success(())
            }
            hasBegun.state = true
            stream.send(.head(head))
        case .body(let data): return handOn(data)
        case .phase, .uploadProgress, .informational, .completed: break
        }
        return .success(())
    }

    /// A transport that cannot pause an exchange must not fill the memory either (N16).
    private func handOn(_ data: Data) -> Result<Void, AttemptFailure> {
        stream.flow.bring(data.count)
        guard stream.flow.waitingByteCount <= max(request.maxBodySize, data.count) else {
            let reason = "more than the \(request.maxBodySize) bytes allowed wait to be taken"
            return .failure(AttemptFailure(TransportError(.bodyTooLarge, phase: .receiving, detail: reason)))
        }
        stream.send(.bytes(data))
        return .success(())
    }

    var finished: Result<Void, AttemptFailure> {
        if let refused { return refused.whole.flatMap { .failure(AttemptFailure($0, refusedBy: request)) } }
        return hasBegun.state ? .success(()) : .failure(.withoutHead)
    }
}

/// Lets the consumer of a stream pause its exchange.
private struct Paced: Transport {
    let base: any Transport
    let flow: FlowGate

    var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        var request = request
        request.flow = flow
        return base.exchange(request)
    }
}
