/// A way to receive the response of an attempt and turn it into output. The sending functions of a ``Network`` differ
/// only in this.
protocol ResponseReceiver: Sendable {
    /// The output of the operation, a single value.
    associatedtype Output: Sendable

    /// Wraps the transport of a request, including the transforms of the hooks; `nil` to leave it unchanged.
    var decorator: Decorator? { get }

    /// Turns the events of one attempt into its output.
    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure>
}

extension ResponseReceiver {
    /// A function that wraps the transport of an operation.
    typealias Decorator = @Sendable (any Transport, Operation) -> any Transport

    var decorator: Decorator? { nil }
}

extension SignalProducer where Value == TransportEvent, Failure == AttemptFailure {
    /// Receives a response with `reception`.
    func received<Reception: ResponseReceiver>(
        by reception: Reception,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Reception.Output, AttemptFailure> {
        guard operation.mayBeRevised else { return reception.received(self, for: operation, on: network) }
        // Decide when the attempt begins, because its request may differ from that of the previous attempt.
        return .deferred { reception.received(self, for: operation, on: network) }
    }
}

/// Fails with an error that was found before the request was sent.
struct FailingReceiver<Output: Sendable>: ResponseReceiver {
    let error: any Error

    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure> {
        .deferred {
            operation.beginAttempt()
            let failure = Network.OperationError.requestFailure(error: error)
            return SignalProducer(error: AttemptFailure(error: failure, stopReason: .notTransient))
        }
    }
}

extension BufferedReceiver: ResponseReceiver {
    /// Receives the whole response in memory.
    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure> {
        // Mocks respond on the thread that starts them.
        let parser = operation.isMocked ? network.worker : network.parser
        return events.collected(upTo: operation.withRequest { $0.maxBodySize })
            .noted(by: operation.interception)
            .accepting(operation, explaining: explain, on: parser)
            .parsing(self, for: operation, on: parser)
    }
}

extension SignalProducer where Value == RawResponse {
    /// Records the bodies of responses for the interceptors.
    fileprivate func noted(by interception: OperationInterceptors?) -> SignalProducer {
        guard let interception else { return self }
        return on(value: { interception.note($0.data) })
    }
}
