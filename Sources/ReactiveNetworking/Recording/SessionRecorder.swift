import Foundation

/// Records what a network does, to be looked at afterwards: as an HTTP archive (``SessionRecord/har(creator:redactedBy:)``), as a
/// picture (``SessionRecord/svg()``), or as text (``SessionRecord/text(width:)``).
///
/// ```swift
/// let recorder = SessionRecorder(network)
/// // … some operations later
/// print(recorder.record.text())
/// try recorder.record.har().write(to: file)
/// ```
///
/// It records the operations that begin while it lives, and holds them in memory.
public final class SessionRecorder: Sendable {
    fileprivate struct State: Sendable {
        var record: SessionRecord
        /// Where an operation stands in the record.
        var positions: [UInt64: Int] = [:]
    }

    private let state: Locked<State>
    private let observation: ScopedDisposable<CompositeDisposable>

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - network: what is recorded.
    ///   - bodyByteCount: how much of each body is kept for the archive, of requests and of responses; nothing by default.
    ///     Bodies are kept as they are, with the secrets in them.
    ///   - date: what the beginning of the recording counts as; now by default.
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

    /// What has been recorded so far. Operations that still run are in it as far as they have come.
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
        // One that began before the recording is not told whole.
        guard let position = positions[event.operation] else { return }
        record.operations[position].note(event.kind, at: time, bodyByteCount)
        if case .ended = event.kind { positions[event.operation] = nil }
    }
}

extension SessionRecord.Operation {
    fileprivate mutating func note(_ kind: Network.Event.Kind, at time: Duration, _ bodyByteCount: Int) {
        switch kind {
        case .began, .responded, .reauthorizing, .retryPlanned: break
        case .attemptBegan: enter(.preparing, at: time)
        case .exchange(let event): note(event, at: time, bodyByteCount)
        case .attemptFailed(_, let error):
            endExchange(at: time) { $0.failure = error }
            enter(.retry, at: time)
        case .ended(let outcome, _):
            self.outcome = outcome
            end = time
            finishStretch(at: time)
        }
    }

    private mutating func note(_ event: Network.Event.Exchange, at time: Duration, _ bodyByteCount: Int) {
        switch event {
        case .began(let request):
            // The response before it was a redirect, whose body nobody awaits.
            endExchange(at: time) { _ in }
            var exchange = SessionRecord.Exchange(request: request, begin: time)
            if bodyByteCount > 0 { exchange.requestBody = request.content?.visibleData.prefix(bodyByteCount) ?? Data() }
            // It was said just before, which on a real clock is another instant, that this exchange connects.
            if let last = stretches.last, last.activity == .connect { exchange.begin = last.begin }
            exchanges.append(exchange)
        case .entered(let phase): enter(SessionRecord.Activity(phase), at: time)
        case .responded(let head): change { $0.head = head }
        case .received(let data):
            change { exchange in
                exchange.bodyByteCount += data.count
                exchange.body.append(data.prefix(max(0, bodyByteCount - exchange.body.count)))
            }
        case .completed(let metrics):
            endExchange(at: time) { $0.metrics = metrics }
            split(by: metrics)
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
        finishStretch(at: time)
        stretches.append(SessionRecord.Stretch(activity: activity, begin: time, end: time))
    }

    private mutating func finishStretch(at time: Duration) {
        guard let last = stretches.last else { return }
        stretches[stretches.count - 1].end = max(last.begin, time)
        if last.begin >= time { stretches.removeLast() }
    }

    /// Tells apart what looked like connecting: the transport tells its steps at the end, and how much of the time was the server's.
    private mutating func split(by metrics: TransferMetrics) {
        guard let begin = exchanges.last?.begin,
            let index = stretches.lastIndex(where: { $0.activity == .connect && $0.begin >= begin })
        else { return }
        let whole = stretches[index]
        let next = stretches.dropFirst(index + 1).first?.activity
        let afterwards: SessionRecord.Activity = next == .sending ? .sending : .waiting
        let marks = [
            (SessionRecord.Activity.dns, metrics.nameLookup), (.connect, metrics.connect),
            (.tls, metrics.secureConnect), (afterwards, metrics.firstByte), (.receiving, metrics.total),
        ]
        var from = whole.begin
        var parts: [SessionRecord.Stretch] = []
        for case (let activity, let mark?) in marks where whole.begin + mark > from {
            let to = min(whole.begin + mark, whole.end)
            guard to > from else { continue }
            parts.append(SessionRecord.Stretch(activity: activity, begin: from, end: to))
            from = to
        }
        guard !parts.isEmpty else { return }
        parts[parts.count - 1].end = whole.end
        stretches.replaceSubrange(index...index, with: parts)
    }
}
