import ReactiveNetworking

/// A recorder of the operations of a network.
///
/// Export a recording as an HTTP archive (``SessionRecord/har(creator:redactedBy:)``), as an image
/// (``SessionRecord/svg()``), or as text (``SessionRecord/text(width:)``):
///
/// ```swift
/// let recorder = SessionRecorder(network)
/// // … some operations later
/// print(recorder.record.text())
/// try recorder.record.har().write(to: file)
/// ```
///
/// A recorder records the operations that begin during its lifetime, and keeps them in memory.
public final class SessionRecorder: Sendable {
    fileprivate struct State: Sendable {
        var record: SessionRecord
        /// The positions in the record of the operations that run, by their numbers.
        var positions: [UInt64: Int] = [:]
    }

    private let state: Locked<State>
    private let observation: ScopedDisposable<CompositeDisposable>

    /// Creates a recorder and begins the recording.
    ///
    /// - Parameters:
    ///   - network: The network to record.
    ///   - bodyByteCount: The number of bytes to keep of each request body and each response body. Bodies are kept
    ///     unchanged, including their secrets. Defaults to 0.
    ///   - date: The date at which the recording begins. Defaults to the current date.
    public init(_ network: Network, keepingBodiesUpTo bodyByteCount: Int = 0, startingAt date: Date = .now) {
        let state = Locked(State(record: SessionRecord(begin: date)))
        let begin = network.clock.now
        let disposables = CompositeDisposable()
        disposables += network.events.observeValues { event in
            state.withLock { $0.note(event, at: begin.duration(to: event.instant), bodyByteCount) }
        }
        self.state = state
        observation = ScopedDisposable(disposables)
    }

    /// The operations recorded so far, including those that still run.
    public var record: SessionRecord { state.withLock { $0.record } }
}

extension SessionRecorder.State {
    fileprivate mutating func note(_ event: Network.Event, at time: Duration, _ bodyByteCount: Int) {
        if case .began = event.kind {
            positions[event.operation] = record.operations.count
            record.operations.append(
                SessionRecord.Operation(number: event.operation, request: event.request, begin: time)
            )
        }
        // The events of an operation that began before the recording are incomplete.
        guard let position = positions[event.operation] else { return }
        record.operations[position].note(event.kind, at: time, bodyByteCount)
        if case .ended = event.kind { positions[event.operation] = nil }
    }
}

extension SessionRecord.Operation {
    fileprivate mutating func note(_ kind: Network.Event.Kind, at time: Duration, _ bodyByteCount: Int) {
        switch kind {
        case .reconnecting: enter(.retry, at: time)
        case .attemptBegan: enter(.preparing, at: time)
        case .exchange(let event): note(event, at: time, bodyByteCount)
        case .attemptFailed(_, let error):
            endExchange(at: time) { $0.failure = error }
            enter(.retry, at: time)
        case .ended(let outcome, _):
            self.outcome = outcome
            end = time
            finishSpan(at: time)
        default: break
        }
    }

    private mutating func note(_ event: Network.Event.Exchange, at time: Duration, _ bodyByteCount: Int) {
        switch event {
        case .began(let request):
            // A redirect ended the previous exchange, whose body is not received.
            endExchange(at: time) { _ in }
            var exchange = SessionRecord.Exchange(request: request, begin: time)
            if bodyByteCount > 0 { exchange.requestBody = request.content?.visibleData.prefix(bodyByteCount) ?? Data() }
            // The phase "connecting" was reported just before, which is an earlier instant on a real clock.
            if let last = spans.last, last.activity == .connect { exchange.begin = last.begin }
            exchanges.append(exchange)
        case .entered(let phase):
            // A transport may report the phase again that the operation has reported for it.
            let activity = SessionRecord.Activity(phase)
            if spans.last?.activity != activity { enter(activity, at: time) }
        case .responded(let head): change { $0.head = head }
        case .received(let data):
            change { exchange in
                exchange.bodyByteCount += data.count
                exchange.body.append(data.prefix(max(0, bodyByteCount - exchange.body.count)))
            }
        case .receivedTrailers(let trailers): change { $0.trailers = trailers }
        case .completed(let metrics):
            endExchange(at: time) { $0.metrics = metrics }
            split(by: metrics)
        @unknown default: break
        }
    }

    private mutating func change(_ change: (inout SessionRecord.Exchange) -> Void) {
        guard !exchanges.isEmpty else { return }
        change(&exchanges[exchanges.count - 1])
    }

    private mutating func endExchange(at time: Duration, _ change: (inout SessionRecord.Exchange) -> Void) {
        self.change { exchange in
            guard exchange.end == nil else { return }
            exchange.end = time
            change(&exchange)
        }
    }

    private mutating func enter(_ activity: SessionRecord.Activity, at time: Duration) {
        finishSpan(at: time)
        spans.append(SessionRecord.Span(activity: activity, begin: time, end: time))
    }

    private mutating func finishSpan(at time: Duration) {
        guard let last = spans.last else { return }
        spans[spans.count - 1].end = max(last.begin, time)
        if last.begin >= time { spans.removeLast() }
    }

    /// Splits the time spent connecting into the steps that the transport measured.
    ///
    /// The transport reports these steps at the end of the exchange, and with them the time that the server took.
    private mutating func split(by metrics: TransferMetrics) {
        guard let exchange = exchanges.last,
            let index = spans.lastIndex(where: { $0.activity == .connect && $0.begin >= exchange.begin })
        else { return }
        let whole = spans[index]
        let wait = whole.begin - exchange.begin
        let length = (exchange.end ?? whole.end) - exchange.begin
        let origin = whole.begin - metrics.measuredPart(of: wait, in: length)
        let next = spans.dropFirst(index + 1).first?.activity
        let afterward: SessionRecord.Activity = next == .sending ? .sending : .waiting
        let marks = [
            (SessionRecord.Activity.dns, metrics.nameLookup), (.connect, metrics.connect),
            (.tls, metrics.secureConnect), (afterward, metrics.firstByte), (.receiving, metrics.total),
        ]
        var from = whole.begin
        var parts: [SessionRecord.Span] = []
        for case (let activity, let mark?) in marks where origin + mark > from {
            let to = min(origin + mark, whole.end)
            guard to > from else { continue }
            parts.append(SessionRecord.Span(activity: activity, begin: from, end: to))
            from = to
        }
        guard !parts.isEmpty else { return }
        parts[parts.count - 1].end = whole.end
        spans.replaceSubrange(index...index, with: parts)
    }
}
