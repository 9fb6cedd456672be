import ReactiveCore
import ReactiveHTTPModel
import ReactiveNetworking

/// A transport that responds to requests with mocks: those of the request's configuration, and then its own. A request
/// without a mock fails immediately, with an error that names it, unless a fallback is given.
///
/// ```swift
/// let network = Network(transport: MockingTransport([
///     .on(.get, "/todos/:id", .json(text: #"{"id": 1, "title": "Write"}"#)),
/// ]))
/// let mixed = Network(transport: MockingTransport(otherwise: .platform, routes))
/// ```
///
/// Only the wire is replaced: retries, redirects, validation, parsing, deadlines, and activity treat a mock as any
/// other response. Uploads count as sent immediately; the body of a mocked request is not read.
public struct MockingTransport: Transport {
    /// The treatment of requests without a mock.
    public enum Fallback: Sendable {
        /// The request is sent by the platform's default transport.
        case platform
        /// The request is sent by the given transport.
        case transport(any Transport)
        /// The request fails immediately with ``MockError/unanswered(_:routes:)``, which names it and the known routes.
        case failure
    }

    /// The source of random numbers from 0 to 1 that determine the position of a delay in its range. A test can replace
    /// it. A number out of range counts as the nearer bound, and NaN as 0.
    public var random: @Sendable () -> Double = { .random(in: 0..<1) }
    private let fallback: Fallback
    private let clock: any TimedScheduler
    private let mock: @Sendable (PreparedRequest) -> Mock?
    /// The descriptions of the routes, or `nil` if a closure decides.
    private let routes: [String]?

    /// Creates a transport that calls a closure for each exchange.
    ///
    /// - Parameters:
    ///   - fallback: The treatment of requests without a mock. They fail by default, so that no test reaches a server
    ///     by accident.
    ///   - clock: The scheduler of the delays. Use the network's own.
    ///   - mock: Returns the response to a request, or `nil` for the fallback. It may be called on any thread, and
    ///     concurrently.
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

    /// Creates a transport that responds with the first matching route.
    ///
    /// - Parameters:
    ///   - fallback: The treatment of requests without a mock, which fail by default.
    ///   - clock: The scheduler of the delays. Use the network's own.
    ///   - routes: The routes, in the order in which they are tried.
    public init(
        otherwise fallback: Fallback = .failure,
        clock: any TimedScheduler = QueueScheduler.shared,
        _ routes: [Mock.Route] = []
    ) {
        self.fallback = fallback
        self.clock = clock
        mock = { request in routes.mock(for: request) }
        self.routes = routes.map(\.description)
    }

    /// Returns the events of the mock's response, or the exchange of the fallback.
    ///
    /// - Parameter request: The request to respond to.
    /// - Returns: A producer of the exchange's events.
    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        .deferred {
            let mock = request.attachments[ConfiguredMocks.self]?.routes.mock(for: request) ?? mock(request)
            if let mock { return mock.next.exchange(request, on: clock, fraction: random()) }
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
    /// The mock to use for the next exchange.
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
        let isBodyless = hasNoBody || request.method == .head
        var head = ResponseHead(status: status, headers: headers, url: request.url)
        if !hasNoBody {
            if let contentType { head.headers.setDefault(HTTP.Headers.Name.contentType, contentType.rawValue) }
            head.headers.setDefault(HTTP.Headers.Name.contentLength, "\(data.count)")
        }
        events.append(.head(head))
        let body = isBodyless ? Data() : data
        if !body.isEmpty { events.append(.body(body)) }
        if !isBodyless, !trailers.isEmpty { events.append(.trailers(trailers)) }
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
    init(_ error: MockError, host: String? = nil) {
        let kind: Kind =
            switch error {
            case .invalidData: .other
            case .unanswered: .unsupported
            }
        self.init(kind, host: host, mayHaveReachedServer: false, detail: "\(error)")
        cause = RequestError.Cause(error)
    }
}
