#if !canImport(ObjectiveC)
    extension JSONValue {
        /// Creates the value of an instance of `NSNull`, `NSNumber` or `NSString`, or returns `nil` for another class.
        ///
        /// This module does not load Foundation, which alone declares these classes. A program that has instances of
        /// them has loaded it, and with it the casts to the types of Swift.
        init?(foundation value: Any) {
            switch "\(type(of: value))" {
            case "NSNull": self = .null
            case "__NSCFBoolean": self = .bool(value as? Bool ?? false)
            case "NSDecimalNumber": self = .decimal(value as? Decimal ?? .nan)
            case "NSNumber":
                // A floating-point number without a fraction casts to an integer, too, but its text tells.
                if "\(value)".utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Address.isDigit($0) }) {
                    self = (value as? Int64).map(JSONValue.integer) ?? JSONValue(value as? UInt64 ?? 0)
                } else {
                    self = .number(value as? Double ?? .nan)
                }
            default:
                guard let text = value as? String else { return nil }
                self = .string(text)
            }
        }
    }
#else
    extension JSONValue {
        /// Creates the value of an instance of `NSNull`, `NSNumber` or `NSString`, or returns `nil` for another class.
        init?(foundation value: Any) {
            switch value {
            case is NSNull: self = .null
            case let number as NSDecimalNumber: self = .decimal(number.decimalValue)
            case let number as NSNumber: self.init(number)
            case let string as NSString: self = .string(string.description)
            default: return nil
            }
        }

        private init(_ number: NSNumber) {
            switch String(cString: number.objCType) {
            // The type code of a Boolean is also that of a small integer; its class is not.
            case "c" where type(of: number) == type(of: NSNumber(value: true)), "B": self = .bool(number.boolValue)
            case "d", "f": self = .number(number.doubleValue)
            case "Q": self = JSONValue(number.uint64Value)
            default: self = .integer(number.int64Value)
            }
        }
    }
#endif
