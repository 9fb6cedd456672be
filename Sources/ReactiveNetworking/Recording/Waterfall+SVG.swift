import Foundation

extension SessionRecord {
    /// The operations as a picture for a browser: a bar each on a common scale of time, in a colour for each activity,
    /// with a legend and, under the pointer, the figures.
    public func svg() -> String {
        let waterfall = Waterfall(self)
        let height = Layout.top + Layout.row * max(1, waterfall.rows.count) + Layout.legend
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(Layout.width)" height="\#(height)" "#
                + #"font-family="monospace" font-size="12">"#,
            #"<rect width="100%" height="100%" fill="white"/>"#,
            text(x: Layout.left, y: 14, "0"), text(x: Layout.width - 80, y: 14, waterfall.end.shown),
        ]
        for (index, row) in waterfall.rows.enumerated() {
            lines += drawing(row, y: Layout.top + index * Layout.row, of: waterfall.end)
        }
        for (index, activity) in waterfall.legend.enumerated() {
            let x = 10 + index * 95
            lines.append(rectangle(x: Double(x), y: height - 18, width: 10, activity))
            lines.append(text(x: x + 14, y: height - 9, activity.rawValue))
        }
        return (lines + ["</svg>\n"]).joined(separator: "\n")
    }

    private func drawing(_ row: Waterfall.Row, y: Int, of whole: Duration) -> [String] {
        func x(_ instant: Duration) -> Double {
            Double(Layout.left) + (whole > .zero ? instant / whole : 0)
                * Double(Layout.width - Layout.left - Layout.right)
        }
        let label = row.label.count > 52 ? row.label.prefix(51) + "…" : row.label[...]
        var lines = [text(x: 10, y: y + 12, String(label))]
        for stretch in row.stretches {
            let title = "\(stretch.activity.rawValue): \((stretch.end - stretch.begin).shown)"
            lines.append(
                rectangle(x: x(stretch.begin), y: y, width: x(stretch.end) - x(stretch.begin), stretch.activity, title)
            )
        }
        if let deadline = row.deadline {
            lines.append(
                #"<line x1="\#(x(deadline).short)" y1="\#(y - 2)" x2="\#(x(deadline).short)" y2="\#(y + 16)" "#
                    + #"stroke="red" stroke-width="2"><title>deadline</title></line>"#
            )
        }
        let result = "\(row.result), \((row.end - row.begin).shown)"
        lines.append(text(x: Int(x(row.end)) + 6, y: y + 12, result))
        return lines
    }

    private func rectangle(
        x: Double,
        y: Int,
        width: Double,
        _ activity: SessionRecord.Activity,
        _ title: String? = nil
    ) -> String {
        #"<rect x="\#(x.short)" y="\#(y)" width="\#(max(width, 0.5).short)" height="14" fill="\#(activity.colour)">"#
            + (title.map { "<title>\($0.escapedForXML)</title>" } ?? "") + "</rect>"
    }

    private func text(x: Int, y: Int, _ text: String) -> String {
        #"<text x="\#(x)" y="\#(y)">\#(text.escapedForXML)</text>"#
    }
}

private enum Layout {
    static let width = 1_200
    static let left = 400
    static let right = 180
    static let top = 24
    static let row = 20
    static let legend = 30
}

extension SessionRecord.Activity {
    fileprivate var colour: String {
        switch self {
        case .preparing: "#9e9e9e"
        case .queue: "#d7ccc8"
        case .dns: "#26a69a"
        case .connect: "#ff9800"
        case .tls: "#ab47bc"
        case .sending: "#42a5f5"
        case .waiting: "#66bb6a"
        case .receiving: "#1e88e5"
        case .parsing: "#fdd835"
        case .retry: "#ef9a9a"
        }
    }
}

extension Double {
    fileprivate var short: String { String(format: "%.1f", self) }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
