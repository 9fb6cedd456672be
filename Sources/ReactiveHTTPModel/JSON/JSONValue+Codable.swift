extension JSONValue: Codable {
    /// Decodes any value. To parse bytes, ``init(parsing:)`` is faster.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's error.
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

    /// Decodes an integer too large for 64 bits with all its digits, if the decoder has kept them.
    private static func digits(around number: Double, in container: any SingleValueDecodingContainer) -> JSONValue? {
        guard (0x1p63...1e38).contains(number.magnitude), let decimal = try? container.decode(Decimal.self),
            decimal.exponent >= 0
        else { return nil }
        return .decimal(decimal)
    }

    /// Encodes the value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
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
    /// Creates a JSON value from an encodable value.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - encoder: The encoder.
    /// - Throws: The error of the encoder, usually an `EncodingError`.
    public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws {
        try self.init(parsing: encoder.encode(value))
    }

    /// Decodes a value of another type.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - decoder: The decoder.
    /// - Returns: The decoded value.
    /// - Throws: The error of the decoder, usually a `DecodingError`, or ``JSONError`` if this value cannot be written.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self,
        with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: data())
    }
}
