import Foundation

/// Any JSON, as a value.
///
/// ```swift
/// let todo: JSONValue = ["id": 1, "tags": ["a", "b"], "done": false]
/// todo["tags"]?[0]?.string      // "a"
/// "\(todo)"                     // {"done":false,"id":1,"tags":["a","b"]}
/// ```
///
/// Whole numbers keep every digit: up to 64 bits as ``integer(_:)``, up to 38 digits as ``decimal(_:)``. Numbers are equal
/// when they mean the same: `1` and `1.0`.
public enum JSONValue: Sendable {
    /// `null`
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction or an exponent. Infinity and NaN can be held, and not written.
    case number(Double)
    /// A number that neither an `Int64` nor a `Double` holds exactly.
    indirect case decimal(Decimal)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name.
    case object([String: JSONValue])
}

extension JSONValue {
    /// As deep as JSON may be nested, here and in bodies. A reader, and a model that holds itself, take a kilobyte or more of
    /// stack for each level, and a thread of Dispatch has 512 of them in all: a decoder's own limit of 512 levels comes too late.
    static let maxDepth = 128

    /// The whole number nearest to how it was given: exact up to 38 digits.
    public init(_ integer: some BinaryInteger) {
        self = Int64(exactly: integer).map(JSONValue.integer) ?? Self.big("\(integer)")
    }

    static func big(_ digits: String) -> JSONValue {
        let isExact = digits.utf8.count { $0 != UInt8(ascii: "-") } <= 38
        if isExact, let decimal = Decimal(string: digits, locale: nil) { return .decimal(decimal) }
        return .number(Double(digits) ?? .nan)
    }

    /// The value called `key`; `nil` where there is none, and for what is no object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element at `index`; `nil` outside the array, and for what is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether it is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The truth value, if it is one. No number is.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The text, if it is one. No number is.
    public var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The whole number, if it is one that fits.
    public var int: Int? {
        switch canonical {
        case .integer(let integer): Int(exactly: integer)
        default: nil
        }
    }

    /// The number, if it is one; a long one loses digits.
    public var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .decimal(let decimal): Double(decimal.description)
        default: nil
        }
    }

    /// The elements, if it is an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members, if it is an object.
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: Hashable {
    /// Compares by meaning: numbers of any spelling, objects without regard to order.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left.canonical, right.canonical) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch canonical {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number): hasher.combine(number)
        case .decimal(let decimal): hasher.combine(decimal)
        case .string(let string): hasher.combine(string)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }

    /// The same value, a number in the first of the three forms that holds it exactly.
    private var canonical: JSONValue {
        switch self {
        case .number(let number): return Int64(exactly: number).map(JSONValue.integer) ?? self
        case .decimal(let decimal):
            let text = decimal.description
            if let integer = Int64(text) { return .integer(integer) }
            guard let number = Double(text), Decimal(string: "\(number)", locale: nil) == decimal else { return self }
            return .number(number)
        default: return self
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// `null`
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of a key that stands in it several times the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
