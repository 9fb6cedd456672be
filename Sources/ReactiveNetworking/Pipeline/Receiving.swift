/// How the response of an attempt is received, and what is made of it. In this alone the doors of a ``Network`` differ.
protocol Receiving: Sendable {
    /// What comes of it: one value for an operation.
    associatedtype Output: Sendable

    /// The transport to exchange through: the network's own, or a decorator of it.
    func transport(over transport: any Transport) -> any Transport

    /// Makes of the events of one attempt what is to come of it.
    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure>
}

extension Receiving {
    func transport(over transport: any Transport) -> any Transport { transport }
}

extension SignalProducer where Value == TransportEvent, Failure == AttemptFailure {
    /// Receives a response in the way of `reception`.
    func received<Reception: Receiving>(
        by reception: Reception,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Reception.Output, AttemptFailure> {
        reception.received(self, for: operation, on: network)
    }
}

extension ResponseEnding: Receiving {
    /// Whole, in memory.
    func received(
        _ events: SignalProducer<TransportEvent, AttemptFailure>,
        for operation: Operation,
        on network: Network
    ) -> SignalProducer<Output, AttemptFailure> {
        events.collected(upTo: max(0, operation.request.maxBodySize))
            .accepting(operation, explaining: explain, on: network.parser)
            .parsing(self, for: operation, on: network.parser)
    }
}
