import Foundation

/// How text looks: coloured where the output is a terminal, plain anywhere else.
enum Terminal {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    static func styled(_ text: String, _ style: Style) -> String {
        styled(text, style, on: STDOUT_FILENO)
    }

    /// To standard error, where a script's output is not disturbed.
    static func complain(_ text: String, _ style: Style? = nil) {
        // What was printed before must stand before it, also where both go to one file.
        fflush(nil)
        let text = style.map { styled(text, $0, on: STDERR_FILENO) } ?? text
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    private static let allowsColour = ProcessInfo.processInfo.environment["NO_COLOR"] == nil

    private static func styled(_ text: String, _ style: Style, on descriptor: Int32) -> String {
        allowsColour && isatty(descriptor) == 1 ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// The text in a column of `width` characters.
    func column(_ width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }

    /// The text at the right edge of a column of `width` characters.
    func rightColumn(_ width: Int) -> String {
        count < width ? String(repeating: " ", count: width - count) + self : self
    }
}

extension Duration {
    /// Seconds with three decimals, as a column: times that stand below each other.
    var column: String { String(format: "%.3f s", self / .seconds(1)).rightColumn(9) }

    /// As short as it can be said: `20 ms`, `0.2 s`, `4 s`.
    var short: String {
        self < .milliseconds(100)
            ? String(format: "%.3g ms", self / .milliseconds(1)) : String(format: "%.3g s", self / .seconds(1))
    }
}
