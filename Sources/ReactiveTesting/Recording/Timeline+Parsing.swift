/// A syntax error in a marble diagram, or a value that cannot be converted.
public struct TimelineError: Error, Equatable, CustomStringConvertible {
    /// The reason, as text.
    public let reason: String
    /// The text of the diagram.
    public let text: String
    /// The position of the error, as the number of preceding characters.
    public let position: Int

    /// Creates an error, for comparisons.
    ///
    /// - Parameters:
    ///   - reason: The reason, as text.
    ///   - text: The text of the diagram.
    ///   - position: The position of the error, as the number of preceding characters.
    public init(reason: String, text: String, position: Int) {
        self.reason = reason
        self.text = text
        self.position = position
    }

    /// The diagram, the position, and the reason.
    public var description: String { "Bad timeline \"\(text)\" at character \(position): \(reason)" }
}

extension Timeline {
    /// Parses a marble diagram. ``Timeline`` describes the notation.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - tick: The duration of one column.
    /// - Throws: ``TimelineError`` with the reason and the position of a syntax error.
    public init(_ text: String, tick: Duration = .seconds(1)) throws(TimelineError) {
        require(tick > .zero, "A timeline needs a positive tick, not \(tick)")
        var parser = Parser(text)
        try parser.parse()
        self.init(tick: tick, moments: parser.moments, columnCount: parser.column)
    }

    enum Notation {
        static let quiet: Set<Character> = ["─", "-"]
        static let padding: Set<Character> = ["╌", " "]
        static let quote: Character = "'"
        static let special: Set<Character> = quiet.union(padding).union(["|", "!", "(", ")", quote, "\\"])
    }

    private struct Parser {
        let text: String
        let characters: [Character]
        var position = 0
        var column = 0
        var moments: [Moment] = []

        init(_ text: String) {
            self.text = text
            characters = Array(text)
        }

        var next: Character? { position < characters.count ? characters[position] : nil }

        mutating func parse() throws(TimelineError) {
            while let character = next {
                if Notation.quiet.contains(character) {
                    position += 1
                    column += 1
                } else if Notation.padding.contains(character) {
                    position += 1
                } else {
                    let start = position
                    if character == "(" { try parseGroup() } else { try parseMark() }
                    let takesOneTick = next.map(Notation.padding.contains) ?? false
                    column += takesOneTick ? 1 : position - start
                }
            }
        }

        private mutating func parseGroup() throws(TimelineError) {
            let start = position
            position += 1
            while let character = next, character != ")" {
                if Notation.padding.contains(character) { position += 1 } else { try parseMark() }
            }
            guard next != nil else { throw error("this parenthesis is not closed", at: start) }
            position += 1
        }

        private mutating func parseMark() throws(TimelineError) {
            let start = position
            guard moments.last?.mark.isTerminating != true else {
                throw error("nothing can follow the end", at: start)
            }
            moments.append(Moment(column: column, mark: try readMark()))
        }

        private mutating func readMark() throws(TimelineError) -> Mark {
            switch next {
            case "|":
                position += 1
                return .completed
            case "!":
                position += 1
                return .interrupted
            case Notation.quote:
                return .value(try readQuoted())
            default:
                let run = characters[position...].prefix { !Notation.special.contains($0) }
                guard !run.isEmpty else { throw error("'\(characters[position])' is not allowed here", at: position) }
                position += run.count
                return run == ["x"] ? .failed : .value(String(run))
            }
        }

        private mutating func readQuoted() throws(TimelineError) -> String {
            let start = position
            var value = ""
            position += 1
            while let character = next {
                position += 1
                if character == Notation.quote { return value }
                guard character == "\\" else {
                    value.append(character)
                    continue
                }
                switch next {
                case "n": value.append("\n")
                case Notation.quote, "\\": value.append(characters[position])
                default: throw error("only ', \\ and n can follow a backslash", at: position)
                }
                position += 1
            }
            throw error("this quotation mark is not closed", at: start)
        }

        private func error(_ reason: String, at position: Int) -> TimelineError {
            TimelineError(reason: reason, text: text, position: position)
        }
    }
}
