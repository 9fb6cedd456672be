/// Makes the text of a body harmless for a terminal, piece by piece.
struct TextPrinter {
    private var endsWithReturn = false

    /// The text as it may be written. A carriage return alone, which would let a line overwrite itself, is escaped; before a
    /// line feed it is dropped.
    mutating func print(_ text: String) -> String {
        guard endsWithReturn || text.unicodeScalars.contains("\r") else { return Escaping.text(text) }
        var run = ""
        for scalar in text.unicodeScalars {
            if endsWithReturn, scalar != "\n" { run.unicodeScalars.append("\r") }
            endsWithReturn = scalar == "\r"
            if !endsWithReturn { run.unicodeScalars.append(scalar) }
        }
        return Escaping.text(run)
    }

    mutating func finish() -> String {
        defer { endsWithReturn = false }
        return endsWithReturn ? Escaping.text("\r") : ""
    }
}
