import Foundation

/// The operations of a session side by side on one scale of time: what the pictures draw.
struct Waterfall {
    struct Row {
        var label: String
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
        result = ([operation.ending] + statuses).joined(separator: " ")
        if case .failed(.timedOut)? = operation.outcome { deadline = end }
    }
}

extension SessionRecord.Operation {
    fileprivate var lastInstant: Duration {
        max(end ?? begin, stretches.last?.end ?? begin)
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

extension Duration {
    /// Milliseconds up to a second, seconds from there on.
    var shown: String {
        let milliseconds = self / .milliseconds(1)
        return milliseconds < 1_000
            ? String(format: "%.1f ms", milliseconds) : String(format: "%.2f s", milliseconds / 1_000)
    }
}
