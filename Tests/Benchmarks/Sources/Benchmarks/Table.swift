import Foundation

/// One line of the table: the same work done by us and by a peer, and what we want of the ratio.
struct Row {
    let name: String
    let unit: String
    var ours: Double
    var peer: (name: String, figure: Double)?
    /// What the issue asks for, as a bound on `ours / peer` or, without a peer, on `ours`.
    var goal: Goal

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
        case .atMost(let bound): "<= \(bound)"
        case .atLeast(let bound): ">= \(bound)"
        case .none: ""
        }
    }
}

func printTable(_ rows: [Row]) {
    func pad(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
    func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
    let header = [("row", 46), ("unit", 11), ("ours", 12), ("peer", 12), ("", 18), ("ratio", 8), ("goal", 8)]
    print(header.map { pad($0.0, $0.1) }.joined(), "")
    print(String(repeating: "-", count: 124))
    for row in rows {
        let cells = [
            (row.name, 46), (row.unit, 11), (number(row.ours), 12), (row.peer.map { number($0.figure) } ?? "-", 12),
            (row.peer?.name ?? "-", 18), (row.peer == nil ? "-" : number(row.measure), 8), (row.goalText, 8),
        ]
        print(cells.map { pad($0.0, $0.1) }.joined(), row.verdict)
    }
}

/// The best of five runs, in nanoseconds for each of `count` things.
func best(of runs: Int = 5, per count: Int, _ work: () -> Void) -> Double {
    (0..<runs).map { _ in
        let time = ContinuousClock().measure(work)
        return (Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9) / Double(count)
    }.min() ?? .nan
}

/// The best of five runs, asynchronous.
func best(of runs: Int = 5, per count: Int, _ work: () async throws -> Void) async rethrows -> Double {
    var result = Double.infinity
    for _ in 0..<runs {
        let time = try await ContinuousClock().measure(work)
        let nanoseconds = Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
        result = min(result, nanoseconds / Double(count))
    }
    return result
}
