/// A transport that passes the events of an exchange to a receiver, without a producer between the two.
///
/// An operation uses this interface where a transport has it, and the producer of any other transport. Decorators use
/// ``Transport/exchange(_:)`` alone.
package protocol DirectTransport: Transport {
    /// Begins an exchange.
    ///
    /// Events may arrive before this method returns, on the calling thread, and afterward on any thread, one at a time.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - output: The receiver's end of the exchange. The transport passes what cancels the exchange to
    ///     ``ExchangeOutput/keep(_:)`` before the first event.
    func begin(_ request: PreparedRequest, _ output: ExchangeOutput)

    /// A Boolean value that indicates whether a receiver may take any time for the end of an exchange without holding
    /// up another one. If so, the network parses responses on the delivering thread, except those out of storage, which
    /// may arrive on the thread that has asked.
    var toleratesSlowEnds: Bool { get }
}

extension DirectTransport {
    /// The value of ``Transport/toleratesSlowObservers``.
    package var toleratesSlowEnds: Bool { toleratesSlowObservers }
}

extension DirectTransport {
    /// Returns the producer that ``Transport/exchange(_:)`` promises.
    package func producer(of request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        Self.producer { begin(request, $0) }
    }

    /// Returns a producer that begins an exchange.
    static func producer(
        _ begin: @escaping @Sendable (ExchangeOutput) -> Void
    ) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { observer, lifetime in
            begin(ExchangeOutput(to: ExchangeObserver(observer, lifetime), 0))
        }
    }
}

/// Passes the events of one exchange to an observer.
private final class ExchangeObserver: ExchangeReceiver {
    private let observer: Signal<TransportEvent, TransportError>.Observer
    private let lifetime: Lifetime

    init(_ observer: Signal<TransportEvent, TransportError>.Observer, _ lifetime: Lifetime) {
        self.observer = observer
        self.lifetime = lifetime
    }

    func keep(_ work: any Disposable, of exchange: Int) { lifetime.keep(work) }

    func needs(_ exchange: Int) -> Bool { !lifetime.hasEnded }

    func receive(_ event: TransportEvent, of exchange: Int) { observer.send(value: event) }

    func receive(_ response: RawResponse, of exchange: Int) {
        for event in response.events { observer.send(value: event) }
        observer.sendCompleted()
    }

    func end(_ termination: Termination<TransportError>, of exchange: Int) {
        switch termination {
        case .completed: observer.sendCompleted()
        case .failed(let error): observer.send(error: error)
        case .interrupted: observer.sendInterrupted()
        }
    }
}

/// Adapts a transport that has only producers.
package struct ProducingTransport: DirectTransport {
    private let base: any Transport

    package init(_ base: any Transport) {
        self.base = base
    }

    package var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

    package func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        base.exchange(request)
    }

    package func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
        base.exchange(request).start(in: .awaited) {
            output.keep($0)
        } value: {
            output.send($0)
        } terminate: {
            output.end($0)
        }
    }
}
