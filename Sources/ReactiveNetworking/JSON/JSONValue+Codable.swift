import Foundation

extension JSONValue: Codable {
    /// Takes whatever the decoder has. From bytes, ``init(parsing:)`` is the faster way.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let integer = try? container.decode(UInt64.self) {
            self = JSONValue(integer)
        } else if let number = try? container.decode(Double.self) {
            self = Self.digits(around: number, in: container) ?? .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// A whole number too large for 64 bits with all its digits, if the decoder has kept them.
    private static func digits(around number: Double, in container: any SingleValueDecodingContainer) -> JSONValue? {
        guard (0x1p63...1e38).contains(number.magnitude), let decimal = try? container.decode(Decimal.self),
            decimal.exponent >= 0
        else { return nil }
        return .decimal(decimal)
    }

    /// Gives the encoder what there is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .decimal(let decimal): try container.encode(decimal)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue {
    /// What `value` encodes itself as.
    ///
    /// - Throws: the error of the encoder, an `EncodingError` as a rule.
    public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws {
        try self.init(parsing: encoder.encode(value))
    }

    /// Makes a value of your own type of it.
    ///
    /// - Throws: the error of the decoder, a `DecodingError` as a rule; ``JSONError`` for what cannot be written.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self,
        with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: data())
    }
}
