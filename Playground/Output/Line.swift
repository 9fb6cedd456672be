/// A line of text, parts of it in a style, for a terminal or anything else.
struct Line: Sendable, Equatable {
    /// How text looks where colours are shown.
    enum Style: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"

        /// What a terminal takes to begin the style.
        var beginning: String { "\u{1B}[\(rawValue)m" }
        /// What a terminal takes to go back to plain text.
        static let end = "\u{1B}[0m"
    }

    private struct Run: Sendable, Equatable {
        var text: String
        var style: Style?
    }

    private var runs: [Run]

    init(_ text: String, _ style: Style? = nil) {
        runs = [Run(text: text, style: style)]
    }

    static func + (left: Line, right: Line) -> Line {
        var line = left
        line.runs += right.runs
        return line
    }

    /// The text, without a line end. Control characters are escaped, so it stays one line and harmless wherever it came from.
    func text(coloured: Bool, hiding secrets: Secrets = Secrets()) -> String {
        runs.reduce(into: "") { text, run in
            let shown = Escaping.line(secrets.hidden(in: run.text))
            text += run.style.map { coloured ? $0.beginning + shown + Style.end : shown } ?? shown
        }
    }
}

extension Line: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self.init(text) }
}
