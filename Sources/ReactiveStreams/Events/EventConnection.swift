import ReactiveNetworking

/// The decisions about the connections of one event stream: their requests, their heads, and which one follows (E8 to
/// E13).
final class EventConnection<Value: Sendable>: Sendable {
    /// The decision on the head of a response.
    enum Judgment: Sendable {
        case open
        /// The response is collected, and fails.
        case refused
        /// The server wants no further connection.
        case ended
        case failed(AttemptFailure)
    }

    fileprivate struct State: Sendable {
        var position: StreamPosition
        /// The last event ID, which an earlier stream or the current one has given.
        var id: String
        /// The address that the last event ID came from.
        var source: URL?
        /// The address of the current exchange.
        var address: URL?
        var isOpen = false
        var hasOpened = false
        /// The number of connections that have followed others since the last event.
        var followingCount = 0
        var failureCount = 0
        var lastDelay: Duration?
    }

    private let options: EventSourceOptions
    private let value: @Sendable (EventStreamUpdate<Never>) -> Value?
    private let state: InlineLocked<State>

    /// - Parameters:
    ///   - options: The settings.
    ///   - value: Returns the value that tells the observer about a change of the connection, if it wants to know.
    init(_ options: EventSourceOptions, telling value: @escaping @Sendable (EventStreamUpdate<Never>) -> Value?) {
        self.options = options
        self.value = value
        state = InlineLocked(State(position: StreamPosition(lastEventID: options.lastEventID), id: options.lastEventID))
    }

    // The request

    func begin() { state.withLock { $0.isOpen = false } }

    /// Returns the request of a connection without `Last-Event-ID`. A field of the user's is the ID of an earlier
    /// stream.
    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        var request = request.live()
        for (name, value) in [("Accept", "text/event-stream"), ("Cache-Control", "no-store")]
        where !request.headers.contains(name) {
            request = try request.header(name, value)
        }
        let own = request.headers[Self.lastEventIDName]
        state.withLock { state in
            guard state.source == nil else { return }
            state.source = request.url
            if let own, state.id.isEmpty { state.id = own }
        }
        return own == nil ? request : request.removingHeader(Self.lastEventIDName)
    }

    /// Returns the request with the last event ID, if the ID came from the origin of the address (E13).
    func address(_ request: PreparedRequest) -> PreparedRequest {
        let (id, source) = state.withLock { state in
            state.address = request.url
            return (state.id, state.source)
        }
        guard !id.isEmpty, let source, source.hasSameOrigin(as: request.url), id.utf8.allSatisfy(\.isOfFieldValue)
        else {
            return request
        }
        return (try? request.header(Self.lastEventIDName, id)) ?? request
    }

    private static var lastEventIDName: String { "Last-Event-ID" }

    // The response

    func judgment(on head: ResponseHead) -> Judgment {
        switch head.status.rawValue {
        case 200: break
        case 204: return .ended
        default: return .refused
        }
        let type = head.headers.values(for: HTTP.Headers.Name.contentType).last
        let essence = type.map { HTTP.Headers.trimmed($0.prefix { $0 != ";" }).lowercased() }
        if essence == "text/event-stream" { return .open }
        let error = EventSourceError.contentType(type.map(HTTP.ContentType.init(rawValue:)))
        let failure = AttemptFailure(error: .requestFailure(error: error), response: head, stopReason: .notTransient)
        return .failed(failure)
    }

    /// Notes that a connection is open; returns the value that tells the observer.
    func open(_ head: ResponseHead) -> Value? {
        state.withLock { state in
            state.isOpen = true
            state.hasOpened = true
            state.failureCount = 0
        }
        return value(.opened(head))
    }

    func note(_ position: StreamPosition) {
        state.withLock { state in
            if position.eventCount != state.position.eventCount {
                state.followingCount = 0
                state.lastDelay = nil
            }
            // Another origin may send an equal ID, and an empty ID revokes the one that the request began with.
            if position.idCount != state.position.idCount {
                state.id = position.lastEventID
                state.source = state.address
            }
            state.position = position
        }
    }

    // The next connection

    /// Returns whether another connection follows a response that has ended regularly (E11).
    func followsRegularEnd(of operation: Operation) -> Bool {
        options.reconnection != .never && operation.context.withRequest { $0.canBeSentAgain }
    }

    /// Returns the value that tells the observer about another connection.
    func announce(_ next: Reconnection) -> Value? {
        value(.reconnecting(after: next.delay, cause: next.failure.map(\.asTransportError)))
    }

    func reconnection(after failure: AttemptFailure?, of operation: Operation) -> Reconnection? {
        guard followsRegularEnd(of: operation), state.withLock({ $0.hasOpened }) else { return nil }
        guard failure.map(isLostConnection) ?? true, !isLastFailure(failure) else { return nil }
        let policy = operation.context.retryPolicy
        let fraction = options.jitter == .none ? 0 : policy.random()
        let delay = state.withLock { $0.nextDelay(options, at: fraction) }
        let requested = min(failure?.response?.requestedDelay ?? .zero, SendOptions.unlimited)
        return Reconnection(delay: max(delay, requested), failure: failure?.error)
    }

    /// Counts the failures to connect, and returns whether this was the last one.
    private func isLastFailure(_ failure: AttemptFailure?) -> Bool {
        state.withLock { state in
            guard failure != nil, !state.isOpen, let limit = options.maxConsecutiveFailures else { return false }
            state.failureCount += 1
            return state.failureCount >= limit
        }
    }

    /// The kinds of failures that another connection would meet too, while the stream is open and before that.
    private static var finalWhileOpen: Set<TransportError.Kind> {
        [.abortedByClient, .bodyTooLarge, .closed, .unsupported]
    }
    private static var final: Set<TransportError.Kind> {
        finalWhileOpen.union([
            .untrustedCertificate, .pinMismatch, .handshakeRefused, .redirectRefused, .bodyUnavailable,
        ])
    }

    /// Returns whether a failure means that the connection was lost, or could not be made for a while (E11, E12).
    private func isLostConnection(_ failure: AttemptFailure) -> Bool {
        let isOpen = state.withLock { $0.isOpen }
        switch failure.error {
        case .timedOut: return !isOpen
        case .unexpectedResponseCode(let code, _):
            return !isOpen && options.reconnection == .standard && RetryPolicy.transientCodes.contains(code)
        default:
            guard let error = failure.error.cause(as: TransportError.self) else { return false }
            return !(isOpen ? Self.finalWhileOpen : Self.final).contains(error.kind)
        }
    }
}

extension EventConnection.State {
    /// Returns the delay before the next connection (E11).
    fileprivate mutating func nextDelay(_ options: EventSourceOptions, at fraction: Double) -> Duration {
        let base = max(position.reconnectionTime ?? options.reconnectionTime, .zero)
        let cap = max(options.maxReconnectionTime, position.reconnectionTime ?? .zero, .zero)
        let backoff = Backoff.exponential(base: base, cap: cap, jitter: options.jitter)
        followingCount += 1
        let delay = backoff.delay(forAttempt: followingCount, previous: lastDelay, fraction: fraction)
        lastDelay = delay
        return delay
    }
}

extension Request {
    /// A Boolean value that indicates whether the request may be sent again although the server has processed it (N7).
    fileprivate var canBeSentAgain: Bool { isRepeatable && body?.canBeReplayed ?? true }
}

extension UInt8 {
    /// A Boolean value that indicates whether the value of a header field may contain the byte (RFC 9110 §5.5).
    fileprivate var isOfFieldValue: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}

extension Network.OperationError {
    /// The failure as one of the transport.
    fileprivate var asTransportError: TransportError {
        switch self {
        case .timedOut(let limit, let phase, _, _):
            TransportError(.timedOut, phase: phase, detail: "no response within \(limit)")
        case .unexpectedResponseCode(let code, _):
            TransportError(.other, phase: .receiving, detail: "the server answered with the status \(code)")
        default: cause(as: TransportError.self) ?? TransportError(.other, detail: ownText)
        }
    }
}
