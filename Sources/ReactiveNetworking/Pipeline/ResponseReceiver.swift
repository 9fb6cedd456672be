/// How the response of an attempt is received, and what is made of it. In this alone the doors of a ``Network`` differ.
protocol ResponseReceiver: Sendable {
    /// What comes of it: one value for an operation.
    associatedtype Output: Sendable

    /// What stands around the whole way of a request, the layers of the hooks included; `nil` where nothing does.
    var decorator: Decorator? { get }

    /// Makes of the events of one attempt what is to come of it.
    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure>
}

extension ResponseReceiver {
    /// Puts something around the way that an operation's request goes.
    typealias Decorator = @Sendable (any Transport, Operation) -> any Transport

    var decorator: Decorator? { nil }
}

extension SignalProducer where Value == TransportEvent, Failure == AttemptFailure {
    /// Receives a response in the way of `reception`.
    func received<Reception: ResponseReceiver>(
        by reception: Reception,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Reception.Output, AttemptFailure> {
        guard operation.mayBeRevised else { return reception.received(self, for: operation, on: network) }
        // What becomes of a response is settled when the attempt begins, whose request may be another than that of the last one.
        return .deferred { reception.received(self, for: operation, on: network) }
    }
}

/// Receives nothing: why there is nothing to be had was known before the request could be sent.
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
    /// Whole, in memory.
    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure> {
        // Mocks answer on the thread that starts.
        let parser = operation.isMocked ? network.worker : network.parser
        return events.collected(upTo: operation.withRequest { $0.maxBodySize })
            .noted(by: operation.interception)
            .accepting(operation, explaining: explain, on: parser)
            .parsing(self, for: operation, on: parser)
    }
}

extension SignalProducer where Value == RawResponse {
    /// Lets interceptors see the bodies of responses.
    fileprivate func noted(by interception: OperationInterceptors?) -> SignalProducer {
        guard let interception else { return self }
        return on(value: { interception.note($0.data) })
    }
}
