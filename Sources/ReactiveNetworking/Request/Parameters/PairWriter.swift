extension Parameters {
    /// Encodes the parameters as a query.
    ///
    /// Names are sorted at every level, and members are written as `name[member]`. Everything except letters, digits,
    /// and `-._~?/` is percent-encoded as UTF-8. `null` and empty arrays and objects are omitted.
    ///
    /// - Parameter style: The form of arrays and Boolean values.
    /// - Returns: The query, without a leading `?`.
    /// - Throws: `unencodableParameter(path:reason:cause:)`
    public func query(_ style: Parameters.Style = Parameters.Style()) throws(RequestError) -> String {
        String(decoding: try pairs(style), as: UTF8.self)
    }

    /// Encodes the parameters as the bytes of a query or form in a character encoding.
    func pairs(_ style: Parameters.Style, in encoding: String.Encoding = .utf8) throws(RequestError) -> [UInt8] {
        var writer = PairWriter(style: style, encoding: encoding)
        let values = try values
        do throws(JSONError) {
            return try writer.pairs(of: values)
        } catch {
            throw RequestError(error)
        }
    }
}

/// Writes `name=value` pairs into one buffer in one pass, keeping the name of the current member.
private struct PairWriter {
    private let style: Parameters.Style
    private let encoding: String.Encoding
    private var bytes: [UInt8] = []
    private var name: [UInt8] = []
    private var depth = 0

    init(style: Parameters.Style, encoding: String.Encoding) {
        self.style = style
        self.encoding = encoding
    }

    mutating func pairs(of values: [String: JSONValue]) throws(JSONError) -> [UInt8] {
        bytes.reserveCapacity(values.count * 32)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(JSONError) {
                name.removeAll(keepingCapacity: true)
                try Self.escape(key, in: encoding, into: &name)
                try write(value)
            } catch {
                throw error.inside(.key(key))
            }
        }
        return bytes
    }

    private mutating func write(_ value: JSONValue) throws(JSONError) {
        switch value {
        case .null: return
        case .bool(let bool): try write(text: style.bools == .words ? "\(bool)" : bool ? "1" : "0")
        case .integer(let integer): try write(text: "\(integer)")
        case .number(let number):
            guard number.isFinite else { throw JSONError("\(number) is not a number that can be sent") }
            try write(text: JSONWriter.digits(of: number))
        case .decimal(let decimal):
            guard !decimal.isNaN else { throw JSONError("nan is not a number that can be sent") }
            try write(text: decimal.description)
        case .string(let string): try write(text: string)
        case .array(let elements): try write(elements)
        case .object(let members): try write(members)
        }
    }

    private mutating func write(text: String) throws(JSONError) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes += name
        bytes.append(UInt8(ascii: "="))
        try Self.escape(text, in: encoding, into: &bytes)
    }

    private mutating func write(_ elements: [JSONValue]) throws(JSONError) {
        for (index, element) in elements.enumerated() {
            do throws(JSONError) {
                switch style.arrays ?? .brackets {
                case .brackets: try write(element, under: "")
                case .indices: try write(element, under: "\(index)")
                case .repeated: try write(element, under: nil)
                }
            } catch {
                throw error.inside(.index(index))
            }
        }
    }

    private mutating func write(_ members: [String: JSONValue]) throws(JSONError) {
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            do throws(JSONError) {
                try write(value, under: key)
            } catch {
                throw error.inside(.key(key))
            }
        }
    }

    private mutating func write(_ value: JSONValue, under subscript: String?) throws(JSONError) {
        guard depth < JSONValue.maxDepth else {
            throw JSONError("it is nested deeper than \(JSONValue.maxDepth) levels")
        }
        let length = name.count
        if let `subscript` {
            name += "%5B".utf8
            try Self.escape(`subscript`, in: encoding, into: &name)
            name += "%5D".utf8
        }
        depth += 1
        try write(value)
        depth -= 1
        name.removeLast(name.count - length)
    }

    private static func escape(
        _ text: String,
        in encoding: String.Encoding,
        into result: inout [UInt8]
    ) throws(JSONError) {
        if encoding == .utf8 {
            var text = text
            text.withUTF8 { append($0, to: &result) }
        } else {
            guard let data = text.data(in: encoding) else {
                throw JSONError("it has a character that the charset lacks")
            }
            append(data, to: &result)
        }
    }

    private static func append(_ bytes: some Sequence<UInt8>, to result: inout [UInt8]) {
        for byte in bytes {
            if isPlain(byte) { result.append(byte) } else { result.appendEscaped(byte) }
        }
    }

    /// The unreserved characters of RFC 3986 §2.3, and the two that a query may contain unescaped (§3.4).
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "?"):
            true
        default: false
        }
    }
}
