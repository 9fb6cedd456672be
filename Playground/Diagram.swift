import ReactiveNetworking

/// A marble diagram of recorded events: one row for each activity, on a common time axis.
///
///     attempts  503       503                 200
///     send      ──────────────────────────────●|
struct Diagram {
    /// An explanation of the marks, for the reader of the first diagram.
    static let legend = "● a value   | completed   ✗ failed   ⊘ interrupted"

    /// A row: periods of time, each with a mark at its end.
    struct Row {
        let label: String
        fileprivate var stretches: [(from: Duration, to: Duration, mark: String)] = []

        init(_ label: String) {
            self.label = label
        }

        mutating func stretch(from begin: Duration, to end: Duration, mark: String) {
            stretches.append((begin, end, mark))
        }
    }

    var rows: [Row] = []
    private static let columnCount = 48
    private static let labelWidth = 10

    func print() { Terminal.print(lines) }

    /// The lines of the diagram: an empty line, the rows, and the axis.
    var lines: [Line] {
        let tick = tick
        let axis = Line("   " + "".column(Self.labelWidth)) + Line("\(tick.short) a character", .dim)
        return [""] + rows.map { Line("   " + $0.label.column(Self.labelWidth)) + Line($0.line(tick), .cyan) } + [axis]
    }

    var end: Duration { rows.flatMap(\.stretches).map(\.to).max() ?? .zero }

    /// The duration of one character: the shortest round duration with which the rows fit.
    var tick: Duration {
        let end = end
        let round = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map(Duration.milliseconds)
        return round.first { end / $0 <= Double(Self.columnCount) } ?? end / Self.columnCount
    }
}

extension Diagram.Row {
    fileprivate func line(_ tick: Duration) -> String {
        stretches.reduce(into: "") { line, stretch in
            let columns = [stretch.from, stretch.to].map { Int(($0 / tick).rounded()) }
            line = line.column(columns[0])
            line += String(repeating: "─", count: max(0, columns[1] - line.count)) + stretch.mark
        }
    }
}
