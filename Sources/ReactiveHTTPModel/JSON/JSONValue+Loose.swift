extension JSONValue {
    /// The treatment of members that are `nil`.
    package enum Absence: Sendable {
        case isNull, isLeftOut
    }

    /// Creates a JSON value from a tree of `Any`. Throws for a value that cannot be represented in JSON.
    ///
    /// This is not left to Foundation: `JSONSerialization` on Linux traps on some values and misinterprets others, and
    /// an encoder's stack frames are so large that moderate nesting overflows the stack of a Dispatch thread.
    package init(loose value: Any, absence: Absence = .isNull) throws(JSONError) {
        var reader = LooseReader(absence: absence)
        self = try reader.read(value)
    }
}

private struct LooseReader {
    let absence: JSONValue.Absence
    private var path = JSONPath()

    init(absence: JSONValue.Absence) {
        self.absence = absence
    }

    mutating func read(_ value: Any) throws(JSONError) -> JSONValue {
        if let value = JSONValue(plain: value) { return value }
        // A cast to a class would bridge an Int to NSNumber, or a whole tree to NSArray; check the class itself.
        if type(of: value) is any AnyObject.Type, let value = JSONValue(foundation: value) { return value }
        switch value {
        case let value as JSONValue: return value
        case let optional as any Wrapping:
            guard let wrapped = optional.wrapped else { return .null }
            return try read(wrapped)
        case let dictionary as [String: Any]: return .object(try read(object: dictionary))
        case let array as [Any]: return .array(try read(array: array))
        default: return try read(scalar: value)
        }
    }

    private mutating func read(object: [String: Any]) throws(JSONError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.reserveCapacity(object.count)
        // Report the failure of the first key, so that the error does not depend on the order of the dictionary.
        var failure: (key: String, error: JSONError)?
        for (key, value) in object {
            do throws(JSONError) {
                if let value = JSONValue(plain: value) {
                    members[key] = value
                } else if absence == .isNull || !isNil(value) {
                    members[key] = try descend(.key(key), to: value)
                }
            } catch {
                if failure.map({ key < $0.key }) ?? true { failure = (key, error) }
            }
        }
        if let failure { throw failure.error }
        return members
    }

    private func isNil(_ value: Any) -> Bool {
        guard let optional = value as? any Wrapping else { return false }
        return optional.wrapped.map(isNil) ?? true
    }

    private mutating func read(array: [Any]) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        elements.reserveCapacity(array.count)
        for (index, value) in array.enumerated() { elements.append(try descend(.index(index), to: value)) }
        return elements
    }

    private mutating func descend(_ step: JSONPath.Step, to value: Any) throws(JSONError) -> JSONValue {
        guard path.steps.count < JSONValue.maxDepth else {
            throw JSONError("it is nested deeper than \(JSONValue.maxDepth) levels")
        }
        path.steps.append(step)
        defer { path.steps.removeLast() }
        return try read(value)
    }

    private func read(scalar value: Any) throws(JSONError) -> JSONValue {
        switch value {
        case let string as any StringProtocol: .string(String(string))
        case let bool as Bool: .bool(bool)
        case let number as any FixedWidthInteger: JSONValue(number)
        case let number as any BinaryFloatingPoint: try read(number: number)
        case let number as Decimal: try read(decimal: number)
        default: throw JSONError("\(type(of: value)) is not a JSON value", in: path)
        }
    }

    /// Converts a number by its digits, so that `Float(0.1)` stays 0.1.
    private func read(number: some BinaryFloatingPoint) throws(JSONError) -> JSONValue {
        guard number.isFinite, let number = Double("\(number)") else {
            throw JSONError("\(number) is not a JSON number", in: path)
        }
        return .number(number)
    }

    private func read(decimal: Decimal) throws(JSONError) -> JSONValue {
        guard !decimal.isNaN else { throw JSONError("nan is not a JSON number", in: path) }
        return .decimal(decimal)
    }
}

extension JSONValue {
    /// Converts values of the most common types. Comparing types is much faster than trying casts.
    fileprivate init?(plain value: Any) {
        let type = type(of: value)
        if type == String.self, let string = value as? String {
            self = .string(string)
        } else if type == Int.self, let integer = value as? Int {
            self = .integer(Int64(integer))
        } else if type == Bool.self, let bool = value as? Bool {
            self = .bool(bool)
        } else if type == Double.self, let number = value as? Double, number.isFinite {
            self = .number(number)
        } else {
            return nil
        }
    }
}

/// Detects an optional in an `Any`.
private protocol Wrapping {
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var wrapped: Any? { self }
}
