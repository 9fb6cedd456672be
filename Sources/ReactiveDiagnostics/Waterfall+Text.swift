import ReactiveNetworking

extension SessionRecord {
    /// Returns a waterfall in plain text: one line per operation on a common time scale, and a legend.
    ///
    /// ```
    /// #1 GET https://api.test/todos  failed ok 503 200  |cwww~~~~~~~~~~~~cww=      |  1.20 s
    /// #2 GET https://api.test/users  ok 200             |   cww==                  |  310.0 ms
    /// c connect  w waiting  = receiving  ~ retry
    /// ```
    ///
    /// - Parameter width: The width of the time scale, in characters.
    /// - Returns: The lines, without a line break at the end.
    public func text(width: Int = 60) -> String {
        let waterfall = Waterfall(self)
        guard !waterfall.rows.isEmpty else { return "nothing was recorded" }
        let labels = waterfall.rows.map { $0.label.fitted(to: 48) }
        let labelWidth = labels.map(\.count).max() ?? 0
        let resultWidth = waterfall.rows.map(\.result.count).max() ?? 0
        let lines = zip(waterfall.rows, labels).map { row, label in
            label.padded(to: labelWidth) + "  " + row.result.padded(to: resultWidth) + "  |"
                + row.cells(max(1, width), of: waterfall.end) + "|  \((row.end - row.begin).shown)"
        }
        var legend = waterfall.legend.map { "\($0.mark) \($0.rawValue)" }
        if waterfall.rows.contains(where: { $0.deadline != nil }) { legend.append("! deadline") }
        return (lines + [legend.joined(separator: "  ")]).joined(separator: "\n")
    }
}

extension Waterfall.Row {
    /// The time scale of the row; each cell shows the activity that takes most of its time.
    fileprivate func cells(_ count: Int, of whole: Duration) -> String {
        guard whole > .zero else { return String(repeating: " ", count: count) }
        var cells = (0..<count).map { index in
            let from = whole * index / count
            let to = whole * (index + 1) / count
            let shares = spans.map { ($0.activity, min($0.end, to) - max($0.begin, from)) }
            return shares.filter { $0.1 > .zero }.max { $0.1 < $1.1 }?.0.mark ?? " "
        }
        if let deadline { cells[min(count - 1, Int(deadline / whole * Double(count)))] = "!" }
        return String(cells)
    }
}

extension SessionRecord.Activity {
    fileprivate var mark: Character {
        switch self {
        case .preparing: "a"
        case .queue: "."
        case .dns: "d"
        case .connect: "c"
        case .tls: "t"
        case .sending: "s"
        case .waiting: "w"
        case .receiving: "="
        case .parsing: "p"
        case .retry: "~"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func fitted(to width: Int) -> String {
        count > width ? prefix(width - 1) + "…" : self
    }
}
