import ReactiveNetworking

/// One line of a marble diagram: marks at their times, on a line of time that `tick` makes one character of.
///
///     ──503──────503──────────────200|
struct Track {
    let tick: Duration
    private var marks: [(time: Duration, text: String)] = []

    init(tick: Duration) {
        self.tick = tick
    }

    mutating func mark(_ text: String, at time: Duration) {
        marks.append((time, text))
    }

    var line: String {
        var line = ""
        for (time, text) in marks.sorted(by: { $0.time < $1.time }) {
            let column = Int(time.divided(by: tick).rounded())
            if column > line.count { line += String(repeating: "─", count: column - line.count) }
            line += text
        }
        return line
    }
}

/// What a network's operations say of themselves, kept for a transcript.
final class Journal: Sendable {
    private let kept = Locked<[LogEvent]>([])

    init(of network: Network) {
        network.events.observeValues { [kept] event in kept.withLock { $0.append(event) } }
    }

    var events: [LogEvent] { kept.withLock { $0 } }

    /// The attempts as rows of text, and as one line of a marble diagram.
    func printAttempts(tick: Duration) {
        var track = Track(tick: tick)
        for event in events {
            guard let row = event.row else { continue }
            print("  \(event.time.text)  \(row)")
            if let mark = event.mark { track.mark(mark, at: event.time) }
        }
        print("\n  \(Terminal.styled(track.line, .cyan))   one character is \(tick)")
    }
}

extension LogEvent {
    var row: String? {
        switch kind {
        case .began, .responded: nil
        case .attemptBegan(let number): "attempt \(number)"
        case .attemptFailed(_, let error): "  failed: \(error)"
        case .retryPlanned(let delay): "  next attempt in \(delay)"
        case .ended(.succeeded, _): Terminal.styled("succeeded", .green)
        case .ended(.cancelled, _): Terminal.styled("cancelled", .yellow)
        case .ended(.failed, let reason):
            Terminal.styled("failed for good", .red) + (reason.map { ": \($0)" } ?? "")
        }
    }

    fileprivate var mark: String? {
        switch kind {
        case .attemptFailed(_, .unexpectedResponseCode(let code, _)): "\(code.rawValue)"
        case .attemptFailed: "x"
        case .ended(.succeeded, _): "ok─|"
        case .ended(.failed(.timedOut), _): "x"
        case .ended(.cancelled, _): "⊘"
        case .ended(.failed, _), .began, .attemptBegan, .responded, .retryPlanned: nil
        }
    }
}
