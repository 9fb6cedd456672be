import Foundation

/// Writes a tree of `Any` as JSON, or says which of its values has no form there.
///
/// Written by hand: `JSONSerialization` on Linux stops the process on some values and takes others for what they are
/// not, and an encoder's frames are so large that a modest depth overflows the stack of a Dispatch thread.
struct LooseJSON {
    private static let maxDepth = 128

    private var text = ""
    private var path = JSONPath()

    static func encode(_ value: Any) -> Result<Data, RequestError> {
        Result { () throws(RequestError) in
            var writer = LooseJSON()
            try writer.write(value)
            return Data(writer.text.utf8)
        }
    }

    private mutating func write(_ value: Any) throws(RequestError) {
        // A cast to a class would bridge: an Int to NSNumber, a whole tree to NSArray. Ask for the class itself.
        if type(of: value) is any AnyObject.Type, try writeFoundation(value) { return }
        switch value {
        case let optional as any Wrapping: try write(optional: optional)
        case let dictionary as [String: Any]: try write(object: dictionary)
        case let array as [Any]: try write(array: array)
        default: try write(scalar: value)
        }
    }

    private mutating func writeFoundation(_ value: Any) throws(RequestError) -> Bool {
        switch value {
        case is NSNull: text += "null"
        case let number as NSNumber: try write(number: number)
        case let string as NSString: write(string: string.description)
        default: return false
        }
        return true
    }

    private mutating func write(optional: any Wrapping) throws(RequestError) {
        guard let wrapped = optional.wrapped else {
            text += "null"
            return
        }
        try write(wrapped)
    }

    private mutating func write(object: [String: Any]) throws(RequestError) {
        text += "{"
        var separator = ""
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            text += separator
            separator = ","
            write(string: key)
            text += ":"
            try descend(.key(key), to: value)
        }
        text += "}"
    }

    private mutating func write(array: [Any]) throws(RequestError) {
        text += "["
        for (index, value) in array.enumerated() {
            if index > 0 { text += "," }
            try descend(.index(index), to: value)
        }
        text += "]"
    }

    private mutating func descend(_ step: JSONPath.Step, to value: Any) throws(RequestError) {
        guard path.steps.count < Self.maxDepth else {
            throw .unencodableBody(path: "", reason: "it is nested deeper than \(Self.maxDepth) levels")
        }
        path.steps.append(step)
        try write(value)
        path.steps.removeLast()
    }

    private mutating func write(scalar value: Any) throws(RequestError) {
        switch value {
        case let string as any StringProtocol: write(string: String(string))
        case let bool as Bool: text += bool ? "true" : "false"
        case let number as any FixedWidthInteger: text += String(number)
        case let number as any BinaryFloatingPoint: try write(number: number)
        case let number as Decimal: try write(decimal: number)
        default: throw refusal("\(type(of: value)) is not a JSON value")
        }
    }

    private mutating func write(number: NSNumber) throws(RequestError) {
        if let decimal = number as? NSDecimalNumber { return try write(decimal: decimal.decimalValue) }
        switch String(cString: number.objCType) {
        case "c", "B": text += number.boolValue ? "true" : "false"
        case "d", "f": try write(number: number.doubleValue)
        case "Q": text += String(number.uint64Value)
        default: text += String(number.int64Value)
        }
    }

    private mutating func write(number: some BinaryFloatingPoint) throws(RequestError) {
        guard number.isFinite else { throw refusal("\(number) is not a JSON number") }
        let digits = "\(number)"
        text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    private mutating func write(decimal: Decimal) throws(RequestError) {
        guard !decimal.isNaN else { throw refusal("nan is not a JSON number") }
        text += decimal.description
    }

    private mutating func write(string: String) {
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

    private func refusal(_ reason: String) -> RequestError {
        .unencodableBody(path: path.description, reason: reason)
    }
}

/// Finds an optional inside an `Any`.
private protocol Wrapping {
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var wrapped: Any? { self }
}
