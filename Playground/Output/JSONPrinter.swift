/// Formats JSON incrementally for a reader, with a line for each member and colors. Tokens are printed verbatim.
///
/// Only the current path is held in memory. From the first syntax error, the text is printed unchanged.
struct JSONPrinter {
    private enum Container { case array, object }

    private enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd
    }

    private enum Token {
        case none
        case string(isKey: Bool, isEscape: Bool)
        case number
        /// The rest of `true`, `false`, or `null`.
        case word(Substring)
        /// The text is not JSON.
        case foreign
    }

    /// The maximum depth. Deeper nesting is unreadable and would indent without end.
    private static let maximumDepth = 64
    private static let maximumGap = 1_024

    private let colored: Bool
    private var containers: [Container] = []
    private var expectation = Expectation.value
    private var token = Token.none
    private var isStyled = false
    private var hasValue = false
    private var foreign = TextPrinter()
    /// The whitespace since the last token, which is printed if the text turns out not to be JSON.
    private var gap = ""
    private var endsInGap = true
    private var result = ""

    init(colored: Bool) {
        self.colored = colored
    }

    /// Returns the next piece of text, safe for a terminal.
    mutating func print(_ text: String) -> String {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            switch token {
            case .foreign:
                put(foreign.print(String(rest)))
                rest = rest[rest.endIndex...]
            case .string(let isKey, _):
                let plain = rest.prefix { $0 != "\"" && $0 != "\\" }
                guard plain.isEmpty else {
                    put(Escaping.text(String(plain)))
                    token = .string(isKey: isKey, isEscape: false)
                    rest = rest[plain.endIndex...]
                    continue
                }
                fallthrough
            default:
                read(scalar)
                rest.removeFirst()
            }
        }
        defer { result = "" }
        return result
    }

    /// Returns the text that restores plain style, if the JSON was cut off.
    mutating func finish() -> String {
        endStyle()
        defer { result = "" }
        return result + foreign.finish()
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch token {
        case .none: begin(scalar)
        case .foreign: put(foreign.print(String(scalar)))
        case .string(let isKey, let isEscape):
            put(Escaping.text(String(scalar)))
            if scalar == "\"", !isEscape {
                end(.none, expecting: isKey ? .colon : .commaOrEnd)
            } else {
                token = .string(isKey: isKey, isEscape: scalar == "\\" && !isEscape)
            }
        case .number:
            guard "0123456789+-.eE".unicodeScalars.contains(scalar) else {
                end(.none, expecting: .commaOrEnd)
                return begin(scalar)
            }
            put(String(scalar))
        case .word(let rest):
            guard rest.unicodeScalars.first == scalar else { return giveUp(at: scalar) }
            put(String(scalar))
            token = .word(rest.dropFirst())
            if rest.count == 1 { end(.none, expecting: .commaOrEnd) }
        }
    }

    private mutating func begin(_ scalar: Unicode.Scalar) {
        switch (scalar, expectation) {
        case (" ", _), ("\n", _), ("\r", _), ("\t", _):
            if gap.utf8.count < Self.maximumGap { gap.unicodeScalars.append(scalar) }
        case ("\u{FEFF}", _) where !hasValue, ("\u{1E}", .value) where containers.isEmpty: break
        case ("{", .value), ("{", .valueOrEnd): open(.object, "{", at: scalar)
        case ("[", .value), ("[", .valueOrEnd): open(.array, "[", at: scalar)
        case ("}", .keyOrEnd), ("]", .valueOrEnd): close(scalar, isEmpty: true)
        case ("}", .commaOrEnd) where containers.last == .object: close(scalar, isEmpty: false)
        case ("]", .commaOrEnd) where containers.last == .array: close(scalar, isEmpty: false)
        case (",", .commaOrEnd) where !containers.isEmpty:
            put(",")
            breakLine()
            expectation = containers.last == .object ? .key : .value
        case (":", .colon):
            put(": ")
            expectation = .value
        case ("\"", .key), ("\"", .keyOrEnd): beginToken(.string(isKey: true, isEscape: false), scalar, .cyan)
        case ("\"", .value), ("\"", .valueOrEnd):
            beginToken(.string(isKey: false, isEscape: false), scalar, .green)
        case ("t", .value), ("t", .valueOrEnd): beginToken(.word("rue"), scalar, .yellow)
        case ("f", .value), ("f", .valueOrEnd): beginToken(.word("alse"), scalar, .yellow)
        case ("n", .value), ("n", .valueOrEnd): beginToken(.word("ull"), scalar, .yellow)
        case ("-", .value), ("-", .valueOrEnd), ("0"..."9", .value), ("0"..."9", .valueOrEnd):
            beginToken(.number, scalar, .yellow)
        default: giveUp(at: scalar)
        }
    }

    private mutating func open(_ container: Container, _ bracket: String, at scalar: Unicode.Scalar) {
        guard containers.count < Self.maximumDepth else { return giveUp(at: scalar) }
        makeRoom()
        put(bracket)
        containers.append(container)
        expectation = container == .object ? .keyOrEnd : .valueOrEnd
    }

    private mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool) {
        containers.removeLast()
        if !isEmpty { breakLine() }
        put(String(bracket))
        valueEnded(expecting: .commaOrEnd)
    }

    private mutating func beginToken(_ token: Token, _ scalar: Unicode.Scalar, _ style: Line.Style) {
        makeRoom()
        self.token = token
        if colored {
            put(style.beginning)
            isStyled = true
        }
        put(String(scalar))
    }

    private mutating func end(_ token: Token, expecting next: Expectation) {
        endStyle()
        self.token = token
        valueEnded(expecting: next)
    }

    /// A top-level value may be followed by another one, as in lines of JSON.
    private mutating func valueEnded(expecting next: Expectation) {
        expectation = containers.isEmpty ? .value : next
    }

    /// Begins a new line if the next token requires one.
    private mutating func makeRoom() {
        switch expectation {
        case .valueOrEnd, .keyOrEnd: breakLine()
        case .value where containers.isEmpty && hasValue: put("\n")
        case .value, .key, .colon, .commaOrEnd: break
        }
        hasValue = true
    }

    private mutating func giveUp(at scalar: Unicode.Scalar) {
        endStyle()
        token = .foreign
        put(foreign.print((endsInGap ? "" : gap) + String(scalar)))
    }

    private mutating func breakLine() {
        put("\n" + String(repeating: "  ", count: containers.count))
    }

    private mutating func endStyle() {
        if isStyled { put(Line.Style.end) }
        isStyled = false
    }

    private mutating func put(_ text: String) {
        result += text
        gap = ""
        endsInGap = text.unicodeScalars.last.map { " \n".unicodeScalars.contains($0) } ?? endsInGap
    }
}
