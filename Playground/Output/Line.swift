/// A line of text with styled parts, for a terminal or other output.
struct Line: Sendable, Equatable {
    /// A text style, used where colors are shown.
    enum Style: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"

        /// The escape sequence that begins the style.
        var beginning: String { "\u{1B}[\(rawValue)m" }
        /// The escape sequence that restores plain text.
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

    /// Returns the text without a line ending. Control characters are escaped, so that text of any origin is safe and
    /// stays on one line.
    func text(colored: Bool, hiding secrets: Secrets = Secrets()) -> String {
        runs.reduce(into: "") { text, run in
            let shown = Escaping.line(secrets.hidden(in: run.text))
            text += run.style.map { colored ? $0.beginning + shown + Style.end : shown } ?? shown
        }
    }
}

extension Line: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self.init(text) }
}
