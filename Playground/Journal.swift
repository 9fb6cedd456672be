import ReactiveNetworking

/// What a network's operations say of themselves, kept for a transcript.
final class Journal: Sendable {
    private let kept = MutableProperty<[LogEvent]>([])

    init(of network: Network) {
        network.events.observeValues { [kept] event in kept.modify { $0.append(event) } }
    }

    /// The events, operation by operation, in the order in which the operations began, once all of them have ended.
    var operations: [[LogEvent]] {
        get async {
            let finished = kept.producer
                .map { Dictionary(grouping: $0, by: \.operation).sorted { $0.key < $1.key }.map(\.value) }
                .filter { $0.allSatisfy { $0.last?.isEnd ?? true } }
            return await finished.firstValue() ?? []
        }
    }

    /// Each operation's steps, one a line, and their diagram.
    func printAttempts() async {
        for events in await operations {
            for event in events {
                if let step = event.step { print("  \(event.time.column)  \(step)") }
            }
            Diagram(rows: [events.attemptsRow, events.operationRow("send")]).print()
        }
    }
}

extension LogEvent {
    fileprivate var isEnd: Bool { if case .ended = kind { true } else { false } }

    /// What a reader wants to know of an operation; what every line would say is left out.
    var step: String? {
        switch kind {
        case .began, .responded, .exchange: nil
        case .attemptBegan(let number): "attempt \(number)"
        case .reauthorizing(let status): "  \(status), authorizing anew"
        case .attemptFailed(_, let error): "  failed: \(error)"
        case .retryPlanned(let delay, _): "  next attempt in \(delay.short)"
        case .ended(.succeeded, _): Terminal.styled("succeeded", .green)
        case .ended(.cancelled, _): Terminal.styled("interrupted", .yellow)
        case .ended(.failed(let error), let reason):
            Terminal.styled("failed for good", .red) + ": " + (reason.map { "\($0)" } ?? "\(error)")
        }
    }
}

extension [LogEvent] {
    /// The attempts of one operation, each from its beginning to its status or its failure; one without a mark was cut.
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
            case .began, .exchange, .reauthorizing, .retryPlanned: break
            }
        }
        return row
    }

    /// One operation from its start to its end.
    func operationRow(_ label: String, from begin: Duration = .zero) -> Diagram.Row {
        var row = Diagram.Row(label)
        for event in self {
            switch event.kind {
            case .ended(.succeeded, _): row.stretch(from: begin, to: begin + event.time, mark: "●|")
            case .ended(.failed, _): row.stretch(from: begin, to: begin + event.time, mark: "✗")
            case .ended(.cancelled, _): row.stretch(from: begin, to: begin + event.time, mark: "⊘")
            case .began, .attemptBegan, .responded, .exchange, .reauthorizing, .attemptFailed, .retryPlanned: break
            }
        }
        return row
    }
}
