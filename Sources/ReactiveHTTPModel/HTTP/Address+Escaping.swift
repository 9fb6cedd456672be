extension Address {
    /// A part of an address, which decides what it can contain.
    enum Component {
        case userInfo
        case path
        case query
        case fragment
        /// Everything behind a scheme that has rules of its own.
        case opaque
    }

    /// Returns a part of an address with what it cannot contain percent-encoded.
    ///
    /// Two digits behind a percent sign are an escape and stay as they are; any other percent sign is one of the text.
    static func escaped(_ bytes: ArraySlice<UInt8>, in component: Component) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in zip(bytes.indices, bytes) {
            let isKept = byte == UInt8(ascii: "%") ? isEscape(bytes[index...]) : component.contains(byte)
            if isKept { result.append(byte) } else { result.appendEscaped(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns bytes with their escapes replaced by the bytes that they stand for.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(\.hexValue)
            guard byte == UInt8(ascii: "%"), digits.count == 2 else {
                result.append(byte)
                continue
            }
            result.append(digits[0] << 4 | digits[1])
            rest = rest.dropFirst(2)
        }
        return result
    }

    /// Returns whether text begins with a percent sign and two hexadecimal digits.
    static func isEscape(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.dropFirst().prefix(2)
        return text.first == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy { $0.hexValue != nil }
    }
}

extension Address.Component {
    /// Returns whether a byte is itself here: RFC 3986 allows it, and no set of the URL Standard has it.
    fileprivate func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case _ where Address.isLetter(byte) || Address.isDigit(byte): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: ","):
            true
        case UInt8(ascii: "'"): self != .query
        case UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"): self != .userInfo
        case UInt8(ascii: "/"), UInt8(ascii: "?"): self == .query || self == .fragment || self == .opaque
        case UInt8(ascii: "["), UInt8(ascii: "]"): self == .opaque
        default: false
        }
    }
}

extension StringProtocol {
    /// The text with its escapes replaced by the bytes that they stand for, or `nil` if a percent sign begins no escape
    /// or the bytes are no UTF-8.
    package var withoutPercentEncoding: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        let bytes = Array(utf8)[...]
        guard bytes.indices.allSatisfy({ bytes[$0] != UInt8(ascii: "%") || Address.isEscape(bytes[$0...]) }) else {
            return nil
        }
        return String(validating: Address.unescaped(bytes), as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a percent-encoded byte.
    package mutating func appendEscaped(_ byte: UInt8) {
        append(UInt8(ascii: "%"))
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 15))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit; `nil` for any other byte.
    package var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
