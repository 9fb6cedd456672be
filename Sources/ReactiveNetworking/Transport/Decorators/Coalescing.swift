import Foundation

/// A transport that asks only once for what several want at the same time.
///
/// ```swift
/// let network = Network(transport: CoalescingTransport())
/// ```
///
/// A GET or HEAD that is equal to one under way, every header field included, so that identities never mix, joins it until the
/// head of the response has come, and gets the same response or the same failure. Whoever leaves, the first one too, leaves the
/// others alone; the exchange is cancelled when the last one has gone. What comes later, and every other method, is exchanged by
/// itself, and so is a stream, which goes at its own consumer's pace.
///
/// It is a decorator like any other: attempts, deadlines, authorization and parsing are each operation's own.
public struct CoalescingTransport: Transport {
    private struct Key: Hashable, Sendable {
        let method: HTTP.Method
        let url: URL
        let headers: HTTP.Headers
        let cachePolicy: Network.CachePolicy?

        init?(_ request: PreparedRequest) {
            guard request.method == .get || request.method == .head, request.flow == nil else { return nil }
            method = request.method
            url = request.url
            headers = request.headers
            cachePolicy = request.cachePolicy
        }
    }

    private struct Flights: Sendable {
        var lastNumber: UInt64 = 0
        /// Those that may be joined.
        var open: [Key: (number: UInt64, events: SignalProducer<TransportEvent, TransportError>)] = [:]
    }

    private let base: any Transport
    private let flights = Locked(Flights())

    /// A transport over `base`; over that of a network which is given none if `nil`.
    public init(_ base: (any Transport)? = nil) {
        self.base = base ?? PlatformTransport.shared
    }

    /// The exchange, or a share in one that is under way.
    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        guard let key = Key(request) else { return base.exchange(request) }
        return .deferred {
            let hasHead = Guarded(false)
            let own = SignalProducer<TransportEvent, TransportError>.deferred {
                hasHead.state = true
                return base.exchange(request)
            }
            return flight(of: request, key).replaced { event in
                switch event {
                case .head: hasHead.state = true
                // Joined at the very moment when the head went by.
                case .body, .completed: if !hasHead.state { return own }
                case .phase, .uploadProgress, .informational: break
                }
                return nil
            }
            // Joined when all of it had gone by.
            .concat(.deferred { hasHead.state ? .empty : own })
        }
    }

    private func flight(of request: PreparedRequest, _ key: Key) -> SignalProducer<TransportEvent, TransportError> {
        flights.withLock { [base, flights] state in
            if let flight = state.open[key] { return flight.events }
            state.lastNumber += 1
            let number = state.lastNumber
            let close: @Sendable () -> Void = {
                flights.withLock { if $0.open[key]?.number == number { $0.open[key] = nil } }
            }
            let events = base.exchange(request)
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
