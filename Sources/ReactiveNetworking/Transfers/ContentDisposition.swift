import Foundation

/// A parser for `Content-Disposition` (RFC 6266).
enum ContentDisposition {
    /// Returns the suggested name unchanged: the value of `filename*`, which allows any character (RFC 8187), or
    /// otherwise of `filename`.
    static func fileName(_ field: String) -> String? {
        let parameters = parameters(of: field)
        return parameters["filename*"].flatMap(extended) ?? parameters["filename"]
    }

    /// Returns the parameters by their lowercase names; the first of several with the same name.
    private static func parameters(of field: String) -> [String: String] {
        var result: [String: String] = [:]
        var rest = field.drop { $0 != ";" }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let value = rest.first == "\"" ? quoted(&rest) : plain(&rest)
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            if result[key] == nil { result[key] = value }
            rest = rest.drop { $0 != ";" }
        }
        return result
    }

    private static func plain(_ rest: inout Substring) -> String {
        let value = rest.prefix { $0 != ";" }
        rest = rest.dropFirst(value.count)
        return value.trimmingCharacters(in: .whitespaces)
    }

    private static func quoted(_ rest: inout Substring) -> String {
        var value = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\", let next = rest.popFirst() else {
                value.append(character)
                continue
            }
            value.append(next)
        }
        return value
    }

    /// Decodes `charset'language'percent-encoded`; returns `nil` for a malformed value, or for a charset other than the
    /// two permitted ones.
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = decoded(parts[2]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(bytes.map { Character(Unicode.Scalar($0)) })
        default: return nil
        }
    }

    private static func decoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension UInt8 {
    fileprivate var hexDigitValue: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}
