import Foundation

/// A transport that answers requests from mocks. A request that no mock answers fails at once, and is named, unless the others
/// are to be passed on.
///
/// ```swift
/// let network = Network(transport: MockingTransport([
///     .on(.get, "/todos/:id", .json(text: #"{"id": 1, "title": "Write"}"#)),
/// ]))
/// let mixed = Network(transport: MockingTransport(otherwise: .platform, routes))
/// ```
///
/// It takes the place of the wire and of nothing else: retries, redirects, validation, parsing, deadlines and activity are
/// those of any other response. Uploads count as sent at once; the body of a request that a mock answers is not read.
public struct MockingTransport: Transport {
    /// What becomes of a request that no mock answers.
    public enum Fallback: Sendable {
        /// It goes over the wire, by the transport of a network that is given none.
        case platform
        /// It goes over this transport.
        case transport(any Transport)
        /// It fails at once, and is named together with the mocks that there were: ``MockError/unanswered(_:routes:)``.
        case failure
    }

    /// Where in its range a delay lands, from 0 to 1: the source of chance, which a test replaces. A number outside counts as
    /// the nearer end, and what is no number as 0.
    public var random: @Sendable () -> Double = { .random(in: 0..<1) }
    private let fallback: Fallback
    private let clock: any TimedScheduler
    private let mock: @Sendable (PreparedRequest) -> Mock?
    /// The routes by name; `nil` where a closure decides.
    private let routes: [String]?

    /// A transport that asks a closure for each exchange.
    ///
    /// - Parameters:
    ///   - fallback: what becomes of a request that no mock answers; it fails by default, so that no test reaches a server that
    ///     it did not ask for.
    ///   - clock: where the delays pass; give the network's own.
    ///   - mock: the answer to a request; `nil` leaves it to the fallback. Runs on any thread, several times at once.
    public init(
        otherwise fallback: Fallback = .failure,
        clock: any TimedScheduler = QueueScheduler.shared,
        _ mock: @escaping @Sendable (PreparedRequest) -> Mock?
    ) {
        self.fallback = fallback
        self.clock = clock
        self.mock = mock
        routes = nil
    }

    /// A transport that looks for the first route that answers; see ``init(otherwise:clock:_:)``.
    public init(
        otherwise fallback: Fallback = .failure,
        clock: any TimedScheduler = QueueScheduler.shared,
        _ routes: [Mock.Route]
    ) {
        self.fallback = fallback
        self.clock = clock
        mock = { request in routes.mock(for: request) }
        self.routes = routes.map(\.description)
    }

    /// The mock's answer, or the exchange of the transport underneath.
    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        .deferred {
            if let mock = mock(request) { return mock.next.exchange(request, on: clock, fraction: random()) }
            switch fallback {
            case .platform: return PlatformTransport.shared.exchange(request)
            case .transport(let transport): return transport.exchange(request)
            case .failure:
                let error = MockError.unanswered("\(request)", routes: routes)
                return SignalProducer(error: TransportError(error, host: request.url.host))
            }
        }
    }
}

extension Mock {
    /// The mock whose turn it is.
    fileprivate var next: Mock {
        guard case .sequence(let mocks, let place) = answer else { return self }
        let index = place.withLock { place in
            defer { place = min(place + 1, mocks.count - 1) }
            return place
        }
        return mocks[index].next
    }

    fileprivate func exchange(
        _ request: PreparedRequest,
        on clock: any TimedScheduler,
        fraction: Double
    ) -> SignalProducer<TransportEvent, TransportError> {
        let waiting = SignalProducer<TransportEvent, TransportError>(value: .phase(.waitingForHead))
        let wait = max(delay.lowerBound + (delay.upperBound - delay.lowerBound) * fraction.asFraction, .zero)
        let answer = SignalProducer<TransportEvent, TransportError>.deferred { self.events(for: request) }
        guard wait > .zero else { return waiting.concat(answer) }
        return waiting.concat(SignalProducer.empty.delay(wait, on: clock)).concat(answer)
    }

    private func events(for request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        switch answer {
        case .sequence: return next.events(for: request)
        case .failure(let error): return SignalProducer(error: error)
        case .content(let contentType, let content):
            do throws(MockError) {
                return SignalProducer(events(for: request, with: try content(), contentType))
            } catch {
                return SignalProducer(error: TransportError(error, host: request.url.host))
            }
        }
    }

    private func events(
        for request: PreparedRequest,
        with data: Data,
        _ contentType: HTTP.ContentType?
    ) -> [TransportEvent] {
        var events: [TransportEvent] = []
        let sent = request.content?.byteCount ?? 0
        if sent > 0 { events.append(.uploadProgress(sent: sent, total: sent)) }
        let hasNoBody = [204, 304].contains(status)
        var head = ResponseHead(status: status, headers: headers, url: request.url)
        if !hasNoBody {
            if let contentType { head.headers.setDefault(HTTP.Headers.Name.contentType, contentType.rawValue) }
            head.headers.setDefault(HTTP.Headers.Name.contentLength, "\(data.count)")
        }
        events.append(.head(head))
        let body = hasNoBody || request.method == .head ? Data() : data
        if !body.isEmpty { events.append(.body(body)) }
        events.append(.completed(TransferMetrics(receivedByteCount: Int64(body.count), sentByteCount: sent)))
        return events
    }
}

extension HTTP.Headers {
    fileprivate mutating func setDefault(_ name: String, _ value: String) {
        if !contains(name) { add(name, value) }
    }
}

extension TransportError {
    fileprivate init(_ error: MockError, host: String?) {
        let kind: Kind =
            switch error {
            case .invalidData: .other
            case .unanswered: .unsupported
            }
        self.init(kind, host: host, mayHaveReachedServer: false, detail: "\(error)")
        cause = RequestError.Cause(error)
    }
}
