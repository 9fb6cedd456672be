/// A JSON value of any kind.
///
/// ```swift
/// let todo: JSONValue = ["id": 1, "tags": ["a", "b"], "done": false]
/// todo["tags"]?[0]?.string      // "a"
/// "\(todo)"                     // {"done":false,"id":1,"tags":["a","b"]}
/// ```
///
/// Integers keep all digits: up to 64 bits as ``integer(_:)``, up to 38 digits as ``decimal(_:)``. Numbers with the
/// same value are equal, such as `1` and `1.0`.
public enum JSONValue: Sendable {
    /// The value `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer.
    case integer(Int64)
    /// A number with a fraction or an exponent. Infinity and NaN can be stored but not written.
    case number(Double)
    /// A number that neither `Int64` nor `Double` represents exactly.
    indirect case decimal(Decimal)
    /// A string.
    case string(String)
    /// An array of values.
    case array([JSONValue])
    /// An object: values by name.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The maximum nesting depth of JSON, here and in bodies. Readers and recursive models need a kilobyte or more of
    /// stack for each level, and a Dispatch thread has 512 kilobytes in total, so a decoder's own limit of 512 levels
    /// is too high.
    package static let maxDepth = 128

    /// Creates a number from an integer, exact up to 38 digits.
    ///
    /// - Parameter integer: The integer.
    public init(_ integer: some BinaryInteger) {
        self = Int64(exactly: integer).map(JSONValue.integer) ?? Self.big("\(integer)")
    }

    static func big(_ digits: String) -> JSONValue {
        let isExact = digits.utf8.count { $0 != UInt8(ascii: "-") } <= 38
        if isExact, let decimal = Decimal(string: digits, locale: nil) { return .decimal(decimal) }
        return .number(Double(digits) ?? .nan)
    }

    /// The value of a member, or `nil` if the object lacks it or the value is not an object.
    ///
    /// - Parameter key: The name of the member.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element at an index, or `nil` if the index is out of bounds or the value is not an array.
    ///
    /// - Parameter index: The index of the element.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// A Boolean value that indicates whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The Boolean value, or `nil` for other kinds, including numbers.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The string, or `nil` for other kinds, including numbers.
    public var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The integer, or `nil` if the value is not an integer or does not fit into an `Int`.
    public var int: Int? {
        switch canonical {
        case .integer(let integer): Int(exactly: integer)
        default: nil
        }
    }

    /// The number, or `nil` for other kinds. A number with many digits is rounded.
    public var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .decimal(let decimal): Double(decimal.description)
        default: nil
        }
    }

    /// The elements, or `nil` if the value is not an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members, or `nil` if the value is not an object.
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: Hashable {
    /// Compares two values. Numbers are equal if their values are; the order of an object's members is irrelevant.
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

    /// Hashes the components that `==` compares.
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

    /// The value in canonical form: a number in the first of the three cases that represents it exactly.
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
    /// Creates `null` from a `nil` literal.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean value from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a number from a literal.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object from a literal. The last value of a repeated key wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
