import ReactiveNetworking

extension SessionRecord {
    /// Returns a waterfall as an SVG image: one row per operation on a common time scale, and a legend.
    ///
    /// Each activity has a color; thin bars are idle time. Tooltips show the full URL and the durations. The image
    /// supports light and dark color schemes.
    ///
    /// - Returns: The XML of the image.
    public func svg() -> String {
        let waterfall = Waterfall(self)
        let layout = WaterfallLayout(waterfall)
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(layout.width)" height="\#(layout.height)" "#
                + #"viewBox="0 0 \#(layout.width) \#(layout.height)" font-family="monospace" font-size="12">"#,
            "<style>\(Self.style)</style>",
            ##"<rect class="paper" width="100%" height="100%" fill="#ffffff"/>"##,
        ]
        lines += scale(of: waterfall, layout)
        for (index, row) in waterfall.rows.enumerated() { lines += drawing(row, y: layout.y(ofRow: index), layout) }
        lines += legend(of: waterfall, layout)
        return (lines + ["</svg>\n"]).joined(separator: "\n")
    }

    private static let style = """
        text{fill:#1f2328}.tick{fill:#59636e}.grid{stroke:#d1d9e0}.deadline{stroke:#d1242f}\
        @media (prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#f0f6fc}.tick{fill:#9198a1}\
        .grid{stroke:#3d444d}.deadline{stroke:#f85149}}
        """

    private func scale(of waterfall: Waterfall, _ layout: WaterfallLayout) -> [String] {
        let marks = waterfall.marks
        let lines = marks.map { "M\(layout.x($0).short) \(layout.top - 6)V\(layout.bottom)" }.joined()
        let grid = ##"<path class="grid" d="\##(lines)" stroke="#d1d9e0" fill="none"/>"##
        return [grid]
            + marks.map { mark in
                let attributes = #"class="tick" text-anchor="middle""#
                return text(x: layout.x(mark), y: layout.top - 10, mark.mark(upTo: waterfall.end), attributes)
            }
    }

    private func legend(of waterfall: Waterfall, _ layout: WaterfallLayout) -> [String] {
        var x = Double(WaterfallLayout.margin)
        return waterfall.legend.flatMap { activity in
            defer { x += 14 + WaterfallLayout.width(of: activity.rawValue) + 16 }
            return [
                bar(x: x, y: layout.bottom + 10, width: 10, activity),
                text(x: x + 14, y: layout.bottom + 21, activity.rawValue),
            ]
        }
    }

    private func drawing(_ row: Waterfall.Row, y: Int, _ layout: WaterfallLayout) -> [String] {
        var lines = [
            "<g><title>\(row.title.escapedForXML)</title>",
            text(x: Double(WaterfallLayout.margin), y: y + 11, row.shortLabel),
        ]
        for span in row.spans {
            let title = "\(span.activity.rawValue): \((span.end - span.begin).shown)"
            let begin = layout.x(span.begin)
            lines.append(bar(x: begin, y: y, width: layout.x(span.end) - begin, span.activity, title))
        }
        if let deadline = row.deadline {
            let x = layout.x(deadline).short
            lines.append(
                #"<line class="deadline" x1="\#(x)" y1="\#(y - 2)" x2="\#(x)" y2="\#(y + 16)" "#
                    + ##"stroke="#d1242f" stroke-width="2"><title>deadline</title></line>"##
            )
        }
        lines.append(text(x: layout.x(row.end) + 6, y: y + 11, row.shortResult))
        return lines + ["</g>"]
    }

    private func bar(
        x: Double,
        y: Int,
        width: Double,
        _ activity: SessionRecord.Activity,
        _ title: String? = nil
    ) -> String {
        let height = activity.height
        return #"<rect x="\#(x.short)" y="\#(y + (14 - height) / 2)" width="\#(max(width, 0.5).short)" "#
            + #"height="\#(height)" fill="\#(activity.color)">"#
            + (title.map { "<title>\($0.escapedForXML)</title>" } ?? "") + "</rect>"
    }

    private func text(x: Double, y: Int, _ text: String, _ attributes: String = "") -> String {
        let space = attributes.isEmpty ? "" : " "
        return #"<text x="\#(x.short)" y="\#(y)"\#(space)\#(attributes)>\#(text.escapedForXML)</text>"#
    }
}

/// The positions of the elements. A character of a monospaced font is about 0.6 em wide.
private struct WaterfallLayout {
    static let margin = 10
    private static let row = 22
    private static let chart = 640

    let top = 30
    let bottom: Int
    let width: Int
    private let left: Int
    private let end: Duration

    init(_ waterfall: Waterfall) {
        func room(_ texts: [String]) -> Int {
            Int(Self.width(of: texts.max { $0.count < $1.count } ?? "").rounded(.up))
        }
        let right = room(waterfall.rows.map(\.shortResult)) + 6 + Self.margin
        let legend = waterfall.legend.reduce(Double(Self.margin)) { $0 + 30 + Self.width(of: $1.rawValue) }
        left = Self.margin + room(waterfall.rows.map(\.shortLabel)) + 14
        // Half of the last label of the scale is beyond the end of the scale.
        width = max(left + Self.chart + max(right, 40), Int(legend) + Self.margin)
        bottom = top + Self.row * max(1, waterfall.rows.count)
        end = waterfall.end
    }

    static func width(of text: String) -> Double { 7.3 * Double(text.count) }

    var height: Int { bottom + 34 }

    func y(ofRow index: Int) -> Int { top + index * Self.row }

    func x(_ instant: Duration) -> Double {
        Double(left) + (end > .zero ? instant / end : 0) * Double(Self.chart)
    }
}

extension Waterfall {
    /// Round times on the scale, beginning with zero.
    fileprivate var marks: [Duration] {
        let whole = end / .milliseconds(1)
        guard whole > 0 else { return [.zero] }
        let magnitude = pow(10, (log10(whole / 8)).rounded(.down))
        let step = magnitude * ([1, 2, 5, 10].first { $0 * magnitude >= whole / 8 } ?? 10)
        return (0...Int(whole / step + 0.000_001)).map { .microseconds(Double($0) * step * 1_000) }
    }
}

extension Duration {
    /// The label of the time on a scale up to `end`: in seconds if the scale is a second or longer, otherwise in
    /// milliseconds.
    fileprivate func mark(upTo end: Duration) -> String {
        guard self > .zero else { return "0" }
        let isLong = end >= .seconds(1)
        return (self / (isLong ? .seconds(1) : .milliseconds(1))).text("%.6g") + (isLong ? " s" : " ms")
    }
}

extension Waterfall.Row {
    /// The label, truncated in the middle because the end of a URL identifies a resource better.
    fileprivate var shortLabel: String {
        label.count > 52 ? label.prefix(32) + "…" + label.suffix(19) : label
    }

    fileprivate var shortResult: String {
        let text = "\(result), \((end - begin).shown)"
        return text.count > 64 ? text.prefix(40) + "…" + text.suffix(23) : text
    }
}

extension SessionRecord.Activity {
    /// A color that contrasts with both white and black. Idle time is gray.
    fileprivate var color: String {
        switch self {
        case .preparing: "#8c959f"
        case .queue: "#8c959f"
        case .dns: "#1b9e8f"
        case .connect: "#d97706"
        case .tls: "#a855c7"
        case .sending: "#0891b2"
        case .waiting: "#7ea67e"
        case .receiving: "#2f7fe0"
        case .parsing: "#b8860b"
        case .retry: "#a98a8a"
        }
    }

    /// The height of the bar, which is lower for idle time.
    fileprivate var height: Int {
        switch self {
        case .queue, .retry: 4
        case .waiting: 8
        case .preparing, .dns, .connect, .tls, .sending, .receiving, .parsing: 14
        }
    }
}

extension Double {
    fileprivate var short: String { text("%.1f") }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
