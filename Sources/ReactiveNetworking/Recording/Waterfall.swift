import Foundation

/// The operations of a session side by side on one scale of time: what the pictures draw.
struct Waterfall {
    struct Row {
        var label: String
        /// The label at any length, and what became of each exchange where there were several.
        var title: String
        var result: String
        var begin: Duration
        var end: Duration
        var stretches: [SessionRecord.Stretch]
        /// When the deadline came, if it did.
        var deadline: Duration?
    }

    let rows: [Row]
    let end: Duration

    init(_ record: SessionRecord) {
        let end = record.operations.map { $0.lastInstant }.max() ?? .zero
        self.end = end
        rows = record.operations.map { Row($0, until: end) }
    }

    /// The activities that are in the picture, in the order in which an operation goes through them.
    var legend: [SessionRecord.Activity] {
        let used = Set(rows.flatMap { $0.stretches.map(\.activity) })
        return SessionRecord.Activity.allCases.filter { used.contains($0) }
    }
}

extension Waterfall.Row {
    init(_ operation: SessionRecord.Operation, until now: Duration) {
        label = "#\(operation.number) \(operation.request)"
        begin = operation.begin
        end = operation.end ?? now
        stretches = operation.stretches
        if operation.end == nil, !stretches.isEmpty { stretches[stretches.count - 1].end = now }
        let statuses = operation.exchanges.map { $0.head.map { "\($0.status.rawValue)" } ?? "-" }
        result = ([operation.ending] + statuses.counted).joined(separator: " ")
        title = operation.title(statuses)
        if case .failed(.timedOut)? = operation.outcome { deadline = end }
    }
}

extension SessionRecord.Operation {
    fileprivate var lastInstant: Duration {
        max(end ?? begin, stretches.last?.end ?? begin)
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
        case .cancelled?: "cancelled"
        case nil: "running"
        }
    }
}

extension [String] {
    /// The elements, of which three and more in a row are one with their number.
    fileprivate var counted: [String] {
        var runs: [(text: String, count: Int)] = []
        for text in self {
            if runs.last?.text == text { runs[runs.count - 1].count += 1 } else { runs.append((text, 1)) }
        }
        return runs.flatMap { $0.count > 2 ? ["\($0.text)×\($0.count)"] : Array(repeating: $0.text, count: $0.count) }
    }
}

extension Duration {
    /// Milliseconds up to a second, seconds from there on.
    var shown: String {
        let milliseconds = self / .milliseconds(1)
        return milliseconds < 1_000
            ? String(format: "%.1f ms", milliseconds) : String(format: "%.2f s", milliseconds / 1_000)
    }
}
