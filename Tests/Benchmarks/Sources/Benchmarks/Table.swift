import Foundation

/// One line of the table: the same work done by the library and by a peer, and the target for the ratio.
struct Row {
    let name: String
    let unit: String
    let ours: Double
    var peer: (name: String, figure: Double)?
    /// A bound on `ours / peer` or, without a peer, on `ours`.
    var goal = Goal.none

    enum Goal {
        case atMost(Double)
        case atLeast(Double)
        case none
    }

    var measure: Double { peer.map { ours / $0.figure } ?? ours }

    var verdict: String {
        switch goal {
        case .atMost(let bound): measure <= bound ? "reached" : "MISSED"
        case .atLeast(let bound): measure >= bound ? "reached" : "MISSED"
        case .none: ""
        }
    }

    var goalText: String {
        switch goal {
        case .atMost(let bound): "<= \(bound.formatted())"
        case .atLeast(let bound): ">= \(bound.formatted())"
        case .none: ""
        }
    }
}

/// Prints each row when it is ready, aligned in columns.
enum Table {
    static func printHeader() {
        printLine("row", "unit", ["ours", "peer", "", "ratio"], "goal", "")
        print(String(repeating: "-", count: 117))
    }

    static func print(_ row: Row) {
        let figures = [
            number(row.ours), row.peer.map { number($0.figure) } ?? "", row.peer?.name ?? "",
            row.peer == nil ? "" : String(format: "%.2f", row.measure),
        ]
        printLine(row.name, row.unit, figures, row.goalText, row.verdict)
        fflush(nil)
    }

    private static func printLine(
        _ name: String,
        _ unit: String,
        _ figures: [String],
        _ goal: String,
        _ verdict: String
    ) {
        let cells =
            left(name, 46) + left(unit, 11) + right(figures[0], 9) + right(figures[1], 9) + "  "
            + left(figures[2], 18) + right(figures[3], 6) + "  " + left(goal, 9) + verdict
        print(cells.trimmingCharacters(in: .whitespaces))
    }

    private static func print(_ line: String) { Swift.print(line) }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}
