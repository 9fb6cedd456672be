/// Makes the text of a body safe for a terminal, in pieces.
struct TextPrinter {
    private var endsWithReturn = false

    /// Returns the safe text. A lone carriage return, which would overwrite its line, is escaped; before a line feed it
    /// is dropped.
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
