import Foundation

/// The output of the lessons, a terminal or its replacement.
enum Terminal {
    static func styled(_ text: String, _ style: Line.Style) -> String {
        Line(text, style).text(colored: Outlet.standardOutput.isColored)
    }

    static func print(_ lines: [Line]) {
        for line in lines { Swift.print(line.text(colored: Outlet.standardOutput.isColored)) }
    }

    /// Writes to standard error, which does not disturb a script's output.
    static func complain(_ text: String, _ style: Line.Style? = nil) {
        // Keep the order of earlier output, even if both streams go to one file.
        fflush(nil)
        Console.standard.say(text, style)
    }
}

extension String {
    /// Returns the text padded to `width` characters.
    func column(_ width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }

    /// Returns the text right-aligned in `width` characters.
    func rightColumn(_ width: Int) -> String {
        count < width ? String(repeating: " ", count: width - count) + self : self
    }
}

extension Duration {
    /// The duration in seconds with three decimals, aligned for columns.
    var column: String { String(format: "%.3f s", self / .seconds(1)).rightColumn(9) }

    /// The shortest form of the duration: `20 ms`, `0.2 s`, `4 s`.
    var short: String {
        self < .milliseconds(100)
            ? String(format: "%.3g ms", self / .milliseconds(1)) : String(format: "%.3g s", self / .seconds(1))
    }
}
