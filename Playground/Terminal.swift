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

    static let isColoured = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil

    static func styled(_ text: String, _ style: Style) -> String {
        isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// To standard error, where a script's output is not disturbed.
    static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
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
    /// Seconds with three decimals, as a column.
    var text: String {
        (formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 3)))).rightColumn(8)
    }

    /// A fraction of `other`.
    func divided(by other: Duration) -> Double { self / other }
}
