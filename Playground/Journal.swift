import ReactiveNetworking

/// Records the events of a network's operations for a transcript, except for the bytes of bodies.
final class Journal: Sendable {
    private let kept = MutableProperty<[Network.Event]>([])

    init(of network: Network) {
        network.events.observeValues { [kept] event in
            if case .exchange(.received) = event.kind { return }
            kept.modify { $0.append(event) }
        }
    }

    /// The events so far.
    var events: [Network.Event] { kept.value }

    /// The events, grouped by operation in the order of their beginnings. Waits until all operations have ended.
    var operations: [[Network.Event]] {
        get async {
            let finished = kept.producer
                .map { Dictionary(grouping: $0, by: \.operation).sorted { $0.key < $1.key }.map(\.value) }
                .filter { $0.allSatisfy { $0.last?.isEnd ?? true } }
            return await finished.firstValue() ?? []
        }
    }

    /// Prints the steps of each operation, one per line, and their diagram.
    func printAttempts() async { Terminal.print(await attempts()) }

    /// The steps of all operations, one per line.
    var steps: [Line] { get async { await operations.flatMap { $0.steps() } } }

    /// Returns the steps of each operation, one per line, and their diagram.
    ///
    /// - Parameter failure: The text that follows the lines, and that they do not repeat.
    func attempts(endingWith failure: String? = nil) async -> [Line] {
        await operations.flatMap { events in
            events.steps(endingWith: failure)
                + Diagram(rows: [events.attemptsRow, events.operationRow("send")]).lines
        }
    }
}

extension Network.Event {
    fileprivate var isEnd: Bool { if case .ended = kind { true } else { false } }

    /// The line that describes the event, or `nil` for events that are not of interest.
    var step: Line? {
        switch kind {
        case .began, .responded, .exchange: nil
        case .attemptBegan(let number): "attempt \(number)"
        case .reauthorizing(let status): "  \(status), authorizing anew"
        case .attemptFailed(_, let error): "  failed: \(error)"
        case .retryPlanned(let delay, _): "  next attempt in \(delay.short)"
        case .retryWaitEnded(let reason): "  \(reason)"
        case .reconnecting(let delay, _): "  connects again in \(delay.short)"
        case .skippedElement(let failure): "  skipped: \(failure)"
        case .ended(.succeeded, _): Line("succeeded", .green)
        case .ended(.cancelled, _): Line("interrupted", .yellow)
        case .ended(.failed(let error), let reason):
            Line("failed for good", .red) + ": " + Line(reason.map { "\($0)" } ?? "\(error)")
        }
    }
}

extension [Network.Event] {
    fileprivate func steps(endingWith failure: String? = nil) -> [Line] {
        compactMap { event in
            let step: Line? =
                switch (event.kind, failure) {
                case (.attemptFailed(_, let error), let failure?) where "\(error)".hasPrefix(failure): "  failed"
                case (.ended(.failed, nil), _?): Line("failed for good", .red)
                default: event.step
                }
            return step.map { Line("  \(event.time.column)  ") + $0 }
        }
    }

    /// The number of attempts begun.
    var attemptCount: Int { count { if case .attemptBegan = $0.kind { true } else { false } } }

    /// The attempts of one operation, each until its status or failure. An attempt without a mark was canceled.
    var attemptsRow: Diagram.Row {
        var row = Diagram.Row("attempts")
        var begun: Duration?
        func end(at time: Duration, _ mark: String) {
            if let begin = begun { row.stretch(from: begin, to: time, mark: mark) }
            begun = nil
        }
        for event in self {
            switch event.kind {
            case .attemptBegan: begun = event.time
            case .responded(let status): end(at: event.time, "\(status.rawValue)")
            case .attemptFailed: end(at: event.time, "✗")
            case .ended: end(at: event.time, "")
            case .began, .exchange, .reauthorizing, .retryPlanned, .retryWaitEnded, .reconnecting, .skippedElement:
                break
            }
        }
        return row
    }

    /// Returns the row of one operation from its start to its end.
    func operationRow(_ label: String, from begin: Duration = .zero) -> Diagram.Row {
        var row = Diagram.Row(label)
        for event in self {
            switch event.kind {
            case .ended(.succeeded, _): row.stretch(from: begin, to: begin + event.time, mark: "●|")
            case .ended(.failed, _): row.stretch(from: begin, to: begin + event.time, mark: "✗")
            case .ended(.cancelled, _): row.stretch(from: begin, to: begin + event.time, mark: "⊘")
            default: break
            }
        }
        return row
    }
}

extension [Network.Event] {
    /// The latest response head.
    var lastHead: ResponseHead? {
        reversed().firstNonNil { if case .exchange(.responded(let head)) = $0.kind { head } else { nil } }
    }

    /// The metrics of the latest completed exchange.
    var lastMetrics: TransferMetrics? {
        reversed().firstNonNil { if case .exchange(.completed(let metrics)) = $0.kind { metrics } else { nil } }
    }

    /// Returns the failure of an operation that exceeded a time limit.
    func timeOut(after limit: Duration) -> Network.OperationError {
        let phase = reversed().firstNonNil { event -> TransferPhase? in
            switch event.kind {
            case .exchange(.entered(let phase)): phase
            case .retryPlanned: .waitingToRetry
            default: nil
            }
        }
        let failure = reversed().firstNonNil { if case .attemptFailed(_, let error) = $0.kind { error } else { nil } }
        return .timedOut(
            after: limit,
            phase: phase ?? .preparing,
            attempts: attemptCount,
            lastFailure: failure
        )
    }
}

extension Sequence {
    fileprivate func firstNonNil<Value>(_ value: (Element) -> Value?) -> Value? {
        lazy.compactMap(value).first { _ in true }
    }
}
