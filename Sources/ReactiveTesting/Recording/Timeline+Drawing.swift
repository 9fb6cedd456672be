extension Timeline: CustomStringConvertible {
    /// The marble diagram, which ``init(_:tick:)`` can parse.
    public var description: String { Drawing([self]).row(0) }

    /// Returns a picture of several named timelines, one per line, with equal times in the same column.
    ///
    /// ```swift
    /// print(Timeline.picture(["source": source.timeline(), "map": mapped.timeline()]))
    /// // source  ──1──2──3──|
    /// // map     ──10─20─30─|
    /// ```
    ///
    /// Each line, without its name, can be parsed again.
    ///
    /// - Parameter timelines: The names and timelines, which should have the same tick.
    /// - Returns: The picture.
    public static func picture(_ timelines: KeyValuePairs<String, Timeline>) -> String {
        picture(timelines.map { ($0, $1) })
    }

    /// Returns a picture of an array of named timelines, one per line, with equal times in the same column.
    ///
    /// - Parameter timelines: The names and timelines, which should have the same tick.
    /// - Returns: The picture.
    public static func picture(_ timelines: [(name: String, timeline: Timeline)]) -> String {
        let drawing = Drawing(timelines.map(\.timeline))
        let width = timelines.map(\.name.count).max() ?? 0
        let lines = timelines.enumerated().map { index, line in
            line.name + String(repeating: " ", count: width - line.name.count + 2) + drawing.row(index)
        }
        return lines.joined(separator: "\n")
    }
}

/// Lays out several timelines on common columns.
///
/// A column is one character wide, and longer text extends over the following columns. If these are not free, the
/// text's own column is widened in all lines instead.
private struct Drawing {
    private struct Cell {
        let column: Int
        let text: String
        /// The number of ticks until the next cell; unlimited for the last one.
        var room = Int.max
    }

    private let rows: [[Cell]]
    private let columnCounts: [Int]
    /// The widths of the columns that are wider than one character.
    private var widths: [Int: Int] = [:]

    init(_ timelines: [Timeline]) {
        rows = timelines.map { Self.cells(of: $0) }
        columnCounts = timelines.map(\.columnCount)
        var isSettled = false
        while !isSettled {
            isSettled = true
            for cell in rows.joined() where !spreads(cell) && width(of: cell.column) <= cell.text.count {
                widths[cell.column] = cell.text.count + 1
                isSettled = false
            }
        }
    }

    func row(_ index: Int) -> String {
        var line = ""
        var column = 0
        for cell in rows[index] {
            for quiet in column..<max(cell.column, column) { line += padded("─", to: width(of: quiet)) }
            line += spreads(cell) ? cell.text : padded(cell.text, to: width(of: cell.column))
            column = cell.column + (spreads(cell) ? cell.text.count : 1)
        }
        for quiet in column..<max(columnCounts[index], column) { line += padded("─", to: width(of: quiet)) }
        while line.last == "╌" { line.removeLast() }
        return line
    }

    private func width(of column: Int) -> Int { widths[column] ?? 1 }

    private func spreads(_ cell: Cell) -> Bool {
        guard cell.text.count <= cell.room else { return false }
        return (cell.column..<cell.column + cell.text.count).allSatisfy { width(of: $0) == 1 }
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: "╌", count: max(width - text.count, 0))
    }

    private static func cells(of timeline: Timeline) -> [Cell] {
        var cells: [Cell] = []
        var rest = timeline.moments[...]
        while let first = rest.first {
            let group = rest.prefix { $0.column == first.column }
            rest = rest.dropFirst(group.count)
            let texts = group.map { Self.text(of: $0.mark) }
            let text = texts.count == 1 ? texts[0] : "(" + texts.joined(separator: " ") + ")"
            if let last = cells.last { cells[cells.count - 1].room = room(after: last, before: first.column, text) }
            cells.append(Cell(column: first.column, text: text))
        }
        return cells
    }

    /// Two adjacent values need a separator.
    private static func room(after cell: Cell, before column: Int, _ text: String) -> Int {
        let separates = text == "|" || text == "!" || text.first == "(" || cell.text.last == ")"
        return column - cell.column - (separates ? 0 : 1)
    }

    private static func text(of mark: Timeline.Mark) -> String {
        switch mark {
        case .completed: return "|"
        case .failed: return "x"
        case .interrupted: return "!"
        case .value(let value):
            let isPlain = !value.isEmpty && value != "x" && !value.contains("\n")
            if isPlain, !value.contains(where: Timeline.Notation.special.contains) { return value }
            return "'" + value.map(escaped).joined() + "'"
        }
    }

    private static func escaped(_ character: Character) -> String {
        switch character {
        case "'": "\\'"
        case "\\": "\\\\"
        case "\n": "\\n"
        default: String(character)
        }
    }
}
