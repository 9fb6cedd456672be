extension JSONValue {
    /// A layout of JSON text.
    public enum Format: Sendable, Hashable {
        /// One line without whitespace.
        case compact
        /// One line for each member, indented by two spaces for each level.
        case pretty
    }

    /// Returns the value as JSON in UTF-8, with sorted keys, so that equal values give equal bytes.
    ///
    /// - Parameter format: The layout of the text.
    /// - Returns: The JSON text.
    /// - Throws: ``JSONError`` with the path, for infinity and NaN, which JSON cannot represent, and for nesting deeper
    ///   than 128 levels.
    public func data(_ format: Format = .compact) throws(JSONError) -> Data {
        var writer = JSONWriter(format: format)
        try writer.write(self)
        return Data(writer.text.utf8)
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line, with sorted keys. Values that JSON cannot represent are included.
    public var description: String {
        var writer = JSONWriter(format: .compact, isLenient: true)
        try? writer.write(self)
        return writer.text
    }
}

/// Writes values as JSON text.
package struct JSONWriter {
    private(set) var text = ""
    private let format: JSONValue.Format
    /// A Boolean value that indicates whether values that JSON cannot represent are written rather than rejected.
    private let isLenient: Bool
    private var depth = 0

    init(format: JSONValue.Format, isLenient: Bool = false) {
        self.format = format
        self.isLenient = isLenient
    }

    mutating func write(_ value: JSONValue) throws(JSONError) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let integer): text += "\(integer)"
        case .number(let number): try write(number)
        case .decimal(let decimal): try write(decimal)
        case .string(let string): write(string)
        case .array(let elements): try write(elements)
        case .object(let members): try write(members)
        }
    }

    private mutating func write(_ number: Double) throws(JSONError) {
        guard number.isFinite || isLenient else { throw JSONError("\(number) is not a JSON number") }
        text += Self.digits(of: number)
    }

    private mutating func write(_ number: Decimal) throws(JSONError) {
        guard !number.isNaN || isLenient else { throw JSONError("nan is not a JSON number") }
        text += number.description
    }

    /// Returns the shortest digits that represent a number, without a fraction of zero.
    package static func digits(of number: Double) -> String {
        let digits = "\(number)"
        return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    private mutating func write(_ elements: [JSONValue]) throws(JSONError) {
        try write("[", "]", elements.enumerated(), isEmpty: elements.isEmpty) {
            (writer, element) throws(JSONError) in
            do throws(JSONError) {
                try writer.write(element.element)
            } catch {
                throw error.inside(.index(element.offset))
            }
        }
    }

    private mutating func write(_ members: [String: JSONValue]) throws(JSONError) {
        let sorted = members.sorted { $0.key < $1.key }
        try write("{", "}", sorted, isEmpty: sorted.isEmpty) { (writer, member) throws(JSONError) in
            writer.write(member.key)
            writer.text += writer.format == .pretty ? ": " : ":"
            do throws(JSONError) {
                try writer.write(member.value)
            } catch {
                throw error.inside(.key(member.key))
            }
        }
    }

    private mutating func write<Parts: Sequence>(
        _ opening: String,
        _ closing: String,
        _ parts: Parts,
        isEmpty: Bool,
        _ write: (inout JSONWriter, Parts.Element) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < JSONValue.maxDepth else {
            guard isLenient else { throw JSONError("it is nested deeper than \(JSONValue.maxDepth) levels") }
            text += opening + "…" + closing
            return
        }
        text += opening
        depth += 1
        var separator = ""
        for part in parts {
            text += separator
            separator = ","
            breakLine()
            try write(&self, part)
        }
        depth -= 1
        if !isEmpty { breakLine() }
        text += closing
    }

    private mutating func breakLine() {
        if format == .pretty { text += "\n" + String(repeating: "  ", count: depth) }
    }

    mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
