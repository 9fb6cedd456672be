import Foundation

/// The terminal of the lessons, or what stands in its place.
enum Terminal {
    static func styled(_ text: String, _ style: Line.Style) -> String {
        Line(text, style).text(coloured: Outlet.standardOutput.isColoured)
    }

    static func print(_ lines: [Line]) {
        for line in lines { Swift.print(line.text(coloured: Outlet.standardOutput.isColoured)) }
    }

    /// To standard error, where a script's output is not disturbed.
    static func complain(_ text: String, _ style: Line.Style? = nil) {
        // What was printed before must stand before it, also where both go to one file.
        fflush(nil)
        Console.standard.say(text, style)
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
