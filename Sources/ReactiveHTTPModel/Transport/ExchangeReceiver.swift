import ReactiveCore

/// An object that receives the events of exchanges, one exchange after the other.
///
/// The events of an exchange arrive one at a time, and none after its end. An exchange that the receiver does not need
/// any more may still send events; the receiver ignores them.
package protocol ExchangeReceiver: AnyObject, Sendable {
    /// Keeps what cancels the exchange. If the exchange is not wanted any more, it is canceled at once.
    func keep(_ work: any Disposable, of exchange: ExchangeOutput.Identifier)

    /// Returns whether the receiver still needs events of the exchange.
    func needs(_ exchange: ExchangeOutput.Identifier) -> Bool

    /// A Boolean value that indicates whether the time for the exchange is over.
    var hasExpired: Bool { get }

    /// Receives an event that is not the last one.
    func receive(_ event: TransportEvent, of exchange: ExchangeOutput.Identifier)

    /// Receives a response that is complete, and the completion of the exchange.
    func receive(_ response: RawResponse, of exchange: ExchangeOutput.Identifier)

    /// Receives the end of the exchange.
    func end(_ termination: Termination<TransportError>, of exchange: ExchangeOutput.Identifier)
}

extension ExchangeReceiver {
    /// The default value, `false`, for receivers without a deadline.
    package var hasExpired: Bool { false }
}

/// The receiver's end of one exchange. Events that the receiver does not need any more have no effect.
package struct ExchangeOutput: Sendable {
    /// The number of the exchange among those of its receiver.
    package typealias Identifier = Int

    private let receiver: any ExchangeReceiver
    private let exchange: Identifier

    package init(to receiver: any ExchangeReceiver, _ exchange: Identifier) {
        self.receiver = receiver
        self.exchange = exchange
    }

    /// Passes what cancels the exchange to the receiver.
    package func keep(_ work: any Disposable) { receiver.keep(work, of: exchange) }

    /// A Boolean value that indicates whether the receiver still needs events.
    package var isNeeded: Bool { receiver.needs(exchange) }

    /// A Boolean value that indicates whether the time for the exchange is over.
    package var hasExpired: Bool { receiver.hasExpired }

    package func send(_ event: TransportEvent) { receiver.receive(event, of: exchange) }

    /// Sends a complete response, and completes the exchange.
    package func finish(with response: RawResponse) { receiver.receive(response, of: exchange) }

    package func end(_ termination: Termination<TransportError>) { receiver.end(termination, of: exchange) }
}
