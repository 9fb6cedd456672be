import ReactiveHTTPModel

/// The content of a `Set-Cookie` field (RFC 6265bis §5.6).
struct SetCookie: Hashable, Sendable {
    /// The name and the value together have at most as many bytes.
    static let maxByteCount = 4_096
    private static let maxAttributeByteCount = 1_024

    /// The name, which may be empty if the value is not.
    private(set) var name: String
    private(set) var value: String
    /// The seconds from now on, zero or less for a cookie to be removed.
    private(set) var maxAge: Int?
    /// The seconds since 1970.
    private(set) var expires: Int?
    /// The domain in lower case, without a dot at its beginning; empty if there is none.
    private(set) var domain = ""
    /// The path, if it is absolute.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    /// A Boolean value that indicates whether the cookie has `SameSite=None`.
    private(set) var isForAllSites = false

    /// Parses the value of a field, or returns `nil` if it is to be ignored.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let (first, second) = Self.pair(parts[0])
        let (name, value) = second.map { (first, $0) } ?? ([], first)
        // A tab cannot be kept in a file.
        guard !name.isEmpty || !value.isEmpty, name.count + value.count <= Self.maxByteCount,
            !name.contains(0x09), !value.contains(0x09)
        else { return nil }
        self.name = String(decoding: name, as: UTF8.self)
        self.value = String(decoding: value, as: UTF8.self)
        for part in parts.dropFirst() { note(part) }
        guard domain.utf8.allSatisfy({ $0 < 0x80 }), path?.utf8.contains(0x09) != true else { return nil }
    }

    private mutating func note(_ attribute: ArraySlice<UInt8>) {
        let (name, value) = Self.pair(attribute)
        let text = value ?? []
        guard text.count <= Self.maxAttributeByteCount else { return }
        switch String(decoding: name.map(HTTP.lowercased), as: UTF8.self) {
        case "expires": expires = CookieDate.seconds(in: text) ?? expires
        case "max-age": maxAge = Self.seconds(text) ?? maxAge
        case "domain":
            let name = text.first == UInt8(ascii: ".") ? text.dropFirst() : text
            domain = String(decoding: name.map(HTTP.lowercased), as: UTF8.self)
        case "path": path = text.first == UInt8(ascii: "/") ? String(decoding: text, as: UTF8.self) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": isForAllSites = text.map(HTTP.lowercased).elementsEqual("none".utf8)
        default: break
        }
    }

    /// Splits at the first equals sign, and removes blanks around both parts.
    private static func pair(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(bytes), nil) }
        return (trimmed(bytes[..<sign]), trimmed(bytes[(sign + 1)...]))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        guard let end = start.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return [] }
        return start[...end]
    }

    private static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return isNegative ? 0 : Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}
