import ReactiveNetworking

/// The operations of a session on a common time scale, for drawing.
struct Waterfall {
    struct Row {
        var label: String
        /// The label without truncation, and the status of each exchange if there are several.
        var title: String
        var result: String
        var begin: Duration
        var end: Duration
        var spans: [SessionRecord.Span]
        /// The time at which the deadline ended the operation.
        var deadline: Duration?
    }

    let rows: [Row]
    let end: Duration

    init(_ record: SessionRecord) {
        let end = record.operations.map { $0.lastInstant }.max() ?? .zero
        self.end = end
        rows = record.operations.map { Row($0, until: end) }
    }

    /// The activities that occur in the drawing, in the order in which an operation performs them.
    var legend: [SessionRecord.Activity] {
        let used = Set(rows.flatMap { $0.spans.map(\.activity) })
        return SessionRecord.Activity.allCases.filter { used.contains($0) }
    }
}

extension Waterfall.Row {
    init(_ operation: SessionRecord.Operation, until now: Duration) {
        label = "#\(operation.number) \(operation.request)"
        begin = operation.begin
        end = operation.end ?? now
        spans = operation.spans
        if operation.end == nil, !spans.isEmpty { spans[spans.count - 1].end = now }
        let statuses = operation.exchanges.map { $0.head?.shownStatus ?? "-" }
        result = ([operation.ending] + statuses.counted).joined(separator: " ")
        title = operation.title(statuses)
        if case .failed(.timedOut)? = operation.outcome { deadline = end }
    }
}

extension SessionRecord.Operation {
    fileprivate var lastInstant: Duration {
        max(end ?? begin, spans.last?.end ?? begin)
    }

    fileprivate func title(_ statuses: [String]) -> String {
        let first = "#\(number) \(request.method) \(Redaction.standard.wholeURL(request.url))"
        guard exchanges.count > 1 else { return first }
        let rest = zip(statuses, exchanges).map { status, exchange in
            "\(status) \(exchange.request.method) \(Redaction.standard.wholeURL(exchange.request.url.absoluteString))"
        }
        return ([first] + rest).joined(separator: "\n")
    }

    fileprivate var ending: String {
        switch outcome {
        case .succeeded?: "ok"
        case .failed(.timedOut)?: "deadline"
        case .failed?: "failed"
        case .cancelled?: "canceled"
        case nil: "running"
        }
    }
}

extension ResponseHead {
    /// The status, and whether a cache answered.
    fileprivate var shownStatus: String {
        guard let cacheStatus else { return "\(status.rawValue)" }
        if cacheStatus.isHit { return "\(status.rawValue) hit" }
        let isConfirmed = cacheStatus.forwardStatus == .notModified && status != .notModified
        return isConfirmed ? "\(status.rawValue) confirmed" : "\(status.rawValue)"
    }
}

extension [String] {
    /// The elements, where a run of three or more equal elements becomes one element with its count.
    fileprivate var counted: [String] {
        var runs: [(text: String, count: Int)] = []
        for text in self {
            if runs.last?.text == text { runs[runs.count - 1].count += 1 } else { runs.append((text, 1)) }
        }
        return runs.flatMap { $0.count > 2 ? ["\($0.text)×\($0.count)"] : Array(repeating: $0.text, count: $0.count) }
    }
}

extension Duration {
    /// The duration in milliseconds if it is shorter than a second, otherwise in seconds.
    var shown: String {
        let milliseconds = self / .milliseconds(1)
        return milliseconds < 1_000
            ? milliseconds.text("%.1f ms") : (milliseconds / 1_000).text("%.2f s")
    }
}
