import Foundation

extension Body {
    /// `value` as JSON.
    ///
    /// Any `Encodable` will do, a top-level string, number or `null` included (RFC 8259). A failure keeps the coding
    /// path and the encoder's error and surfaces when the request is prepared.
    ///
    /// - Parameters:
    ///   - vendor: makes the media type `application/<vendor>+json` (``HTTP/ContentType/applicationJson(vendor:)``).
    ///   - encoder: decides on dates, data, keys and format.
    public static func json(
        _ value: some Encodable,
        vendor: String? = nil,
        encoder: JSONEncoder = JSONEncoder()
    ) -> Body {
        let content = Result { try encoder.encode(value) }.mapError(RequestError.init(encoding:))
        return Body(contentType: .applicationJson(vendor: vendor), content: content)
    }

    /// A JSON object of loose values, its keys sorted so that equal objects give equal bytes.
    ///
    /// Values are `nil`, `NSNull`, `Bool`, strings, finite numbers, arrays, and dictionaries with string keys, at
    /// most 128 levels deep. Anything else (`Data`, `Date`, NaN, your own types) surfaces when the request is
    /// prepared, as ``RequestError/unencodableBody(path:reason:cause:)`` with the path to it:
    /// `user.avatar: Data is not a JSON value`.
    public static func json(_ object: [String: Any], vendor: String? = nil) -> Body {
        json(LooseJSON(value: object), vendor: vendor, encoder: .forLooseJSON)
    }

    /// A JSON array of loose values; otherwise as with an object.
    public static func json(_ array: [Any], vendor: String? = nil) -> Body {
        json(LooseJSON(value: array), vendor: vendor, encoder: .forLooseJSON)
    }
}

extension JSONEncoder {
    fileprivate static var forLooseJSON: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension RequestError {
    fileprivate init(encoding error: any Error) {
        switch error {
        case let error as UnencodableValue:
            self = .unencodableBody(path: Self.text(of: error.path), reason: error.reason)
        case EncodingError.invalidValue(let value, let context):
            let reason = "\(type(of: value)) cannot be encoded as JSON"
            self = .unencodableBody(path: Self.text(of: context.codingPath), reason: reason, cause: Cause(error))
        default:
            self = .unencodableBody(path: "", reason: "encoding failed (\(type(of: error)))", cause: Cause(error))
        }
    }

    private static func text(of path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + Redaction.printable(key.stringValue)
            }
        }
    }
}

private struct UnencodableValue: Error {
    let path: [any CodingKey]
    let reason: String
}

/// A tree of `Any`, walked by hand: `JSONSerialization` on Linux stops the process on some values and takes others
/// for what they are not.
private struct LooseJSON: Encodable {
    static let maxDepth = 128

    let value: Any

    func encode(to encoder: any Encoder) throws {
        guard encoder.codingPath.count <= Self.maxDepth else {
            throw UnencodableValue(path: [], reason: "it is nested deeper than \(Self.maxDepth) levels")
        }
        // Only an instance of NSNumber is one: on both platforms an Int can be cast to it.
        if type(of: value) is NSNumber.Type, let number = value as? NSNumber {
            return try encodeNumber(number, to: encoder)
        }
        switch value {
        case let optional as any Wrapping:
            try encodeOptional(optional, to: encoder)
        case is NSNull:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case let dictionary as [String: Any]:
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in dictionary {
                try container.encode(LooseJSON(value: value), forKey: Key(stringValue: key))
            }
        case let array as [Any]:
            var container = encoder.unkeyedContainer()
            for value in array {
                try container.encode(LooseJSON(value: value))
            }
        default:
            try encodeScalar(to: encoder)
        }
    }

    private func encodeOptional(_ optional: any Wrapping, to encoder: any Encoder) throws {
        if let wrapped = optional.wrapped { return try LooseJSON(value: wrapped).encode(to: encoder) }
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }

    private func encodeScalar(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case let text as any StringProtocol: try container.encode(String(text))
        case let bool as Bool: try container.encode(bool)
        case let number as Int: try container.encode(number)
        case let number as Double: try container.encode(finite(number, at: encoder))
        case let number as Float: try container.encode(finite(number, at: encoder))
        case let number as CGFloat: try container.encode(Double(finite(number, at: encoder)))
        case let number as Decimal where !number.isNaN: try container.encode(number)
        case let number as Int64: try container.encode(number)
        case let number as Int32: try container.encode(number)
        case let number as Int16: try container.encode(number)
        case let number as Int8: try container.encode(number)
        case let number as UInt: try container.encode(number)
        case let number as UInt64: try container.encode(number)
        case let number as UInt32: try container.encode(number)
        case let number as UInt16: try container.encode(number)
        case let number as UInt8: try container.encode(number)
        case let text as NSString: try container.encode(String(describing: text))
        default:
            throw UnencodableValue(path: encoder.codingPath, reason: "\(type(of: value)) is not a JSON value")
        }
    }

    private func encodeNumber(_ number: NSNumber, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let decimal = number as? NSDecimalNumber {
            guard !decimal.decimalValue.isNaN else { return try encodeScalar(to: encoder) }
            return try container.encode(decimal.decimalValue)
        }
        switch String(cString: number.objCType) {
        case "c", "B": try container.encode(number.boolValue)
        case "d", "f": try container.encode(finite(number.doubleValue, at: encoder))
        case "Q": try container.encode(number.uint64Value)
        default: try container.encode(number.int64Value)
        }
    }

    private func finite<Number: FloatingPoint>(_ number: Number, at encoder: any Encoder) throws -> Number {
        guard number.isFinite else {
            throw UnencodableValue(path: encoder.codingPath, reason: "\(number) is not a JSON number")
        }
        return number
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}

/// Finds an optional inside an `Any`.
private protocol Wrapping {
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var wrapped: Any? { self }
}
