/// A transport decorator that combines equal simultaneous requests into one exchange.
///
/// ```swift
/// let network = Network(transport: CoalescingTransport())
/// ```
///
/// A GET or HEAD request that equals one in progress, including every header field, so that responses for different
/// identities never mix, joins its exchange until the response head arrives, and gets the same response or the same
/// failure. Canceling one request, even the first, does not affect the others; the exchange is canceled when the last
/// one is. Later requests, other methods, and streams, which have their own pace, get their own exchanges.
///
/// Attempts, deadlines, authorization, and parsing remain separate for each operation.
public struct CoalescingTransport: Transport {
    private struct Key: Hashable, Sendable {
        let method: HTTP.Method
        let url: URL
        let headers: HTTP.Headers
        let cachePolicy: Network.CachePolicy?

        init?(_ request: PreparedRequest) {
            guard request.method == .get || request.method == .head, request.flow == nil,
                request.upgrade == nil
            else { return nil }
            method = request.method
            url = request.url
            headers = request.headers
            cachePolicy = request.cachePolicy
        }
    }

    private struct Flights: Sendable {
        var lastNumber: UInt64 = 0
        /// The exchanges that can be joined.
        var open: [Key: (number: UInt64, events: SignalProducer<TransportEvent, TransportError>)] = [:]
    }

    private let base: any Transport
    private let flights = Locked(Flights())

    /// Creates a decorator of a transport.
    ///
    /// - Parameter base: The transport to use, or `nil` for the platform's default transport.
    public init(_ base: (any Transport)? = nil) {
        self.base = base ?? PlatformTransport.shared
    }

    /// Returns a new exchange, or a share in one that is in progress.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A producer of the exchange's events.
    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        guard let key = Key(request) else { return base.exchange(request) }
        return .deferred {
            let hasHead = Locked(false)
            let own = SignalProducer<TransportEvent, TransportError>.deferred {
                hasHead.withLock { $0 = true }
                return base.exchange(request)
            }
            return flight(of: request, key).replaced { event in
                switch event {
                case .head: hasHead.withLock { $0 = true }
                // The request joined just as the head passed.
                case .body, .trailers, .completed: if !hasHead.withLock({ $0 }) { return own }
                case .phase, .uploadProgress, .informational: break
                }
                return nil
            }
            // The request joined after everything had passed.
            .concat(.deferred { hasHead.withLock { $0 } ? .empty : own })
        }
    }

    private func flight(of request: PreparedRequest, _ key: Key) -> SignalProducer<TransportEvent, TransportError> {
        flights.withLock { [base, flights] state in
            if let flight = state.open[key] { return flight.events }
            state.lastNumber += 1
            let number = state.lastNumber
            let close: @Sendable () -> Void = {
                // Release the exchange outside the lock.
                _ = flights.withLock {
                    $0.open[key]?.number == number ? $0.open.removeValue(forKey: key)?.events : nil
                }
            }
            // The transport is asked at the start, and not under the lock.
            let events = SignalProducer.deferred { base.exchange(request) }
                .on(
                    terminated: close,
                    disposed: close,
                    value: { event in
                        if case .head = event { close() }
                    }
                )
                .share()
            state.open[key] = (number, events)
            return events
        }
    }
}
