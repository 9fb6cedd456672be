extension HTTP {
    /// A media type with its parameters, as in `Content-Type` (RFC 9110 §8.3).
    ///
    /// The set is open: any text is kept as given. Two media types are equal if their types, subtypes, parameter names,
    /// and charsets are equal, compared case-insensitively, and their other parameters are exactly equal, in any order.
    ///
    /// ```swift
    /// HTTP.ContentType(rawValue: "Text/HTML; charset=\"utf-8\"").charset                       // "utf-8"
    /// HTTP.ContentType.applicationJson.matches(HTTP.ContentType(rawValue: "application/*"))    // true
    /// ```
    public struct ContentType: RawRepresentable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The text as given.
        public let rawValue: String

        /// Creates a media type from any text.
        ///
        /// Text that is not allowed in a header fails the request when it is prepared.
        ///
        /// - Parameter rawValue: The text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a media type from a literal.
        public init(stringLiteral value: String) {
            self.init(rawValue: value)
        }

        /// The text as given, with control characters escaped.
        public var description: String { Redaction.printable(rawValue) }
    }
}

extension HTTP.ContentType {
    /// `application/json; charset=utf-8`.
    public static let applicationJson = Self(rawValue: "application/json; charset=utf-8")
    /// `text/plain; charset=utf-8`.
    public static let textPlain = Self(rawValue: "text/plain; charset=utf-8")
    /// `text/html; charset=utf-8`.
    public static let textHtml = Self(rawValue: "text/html; charset=utf-8")
    /// `application/xml`.
    public static let applicationXml = Self(rawValue: "application/xml")
    /// `image/png`.
    public static let imagePng = Self(rawValue: "image/png")
    /// `image/jpeg`.
    public static let imageJpeg = Self(rawValue: "image/jpeg")
    /// `application/octet-stream`: bytes of an unknown kind.
    public static let octetStream = Self(rawValue: "application/octet-stream")
    /// `application/x-www-form-urlencoded`, without a charset.
    public static let formURLEncoded = Self(rawValue: "application/x-www-form-urlencoded")
    /// `text/event-stream`: server-sent events.
    public static let eventStream = Self(rawValue: "text/event-stream")

    /// Returns the JSON media type of a vendor, such as `application/vnd.apegroup.com+json; charset=utf-8` for
    /// `"vnd.apegroup.com"`.
    ///
    /// - Parameter vendor: The vendor, or `nil` for ``applicationJson``.
    /// - Returns: The media type.
    public static func applicationJson(vendor: String?) -> Self {
        vendor.map { Self(rawValue: "application/\($0)+json; charset=utf-8") } ?? applicationJson
    }

    /// Returns the type `multipart/form-data` with a boundary.
    ///
    /// - Parameter boundary: The delimiter between the parts.
    /// - Returns: The media type.
    public static func multipartFormData(boundary: String) -> Self {
        Self(rawValue: "multipart/form-data; boundary=\(HTTP.isToken(boundary) ? boundary : quoted(boundary))")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension HTTP.ContentType {
    /// The part before the slash in lower case: `text` for `Text/HTML`. Empty if missing.
    public var type: String { essence.type }

    /// The part after the slash in lower case: `html` for `Text/HTML`. Empty if missing.
    public var subtype: String { essence.subtype }

    /// The parameters, with names in lower case and values unquoted. The first value of a repeated name wins.
    public var parameters: [String: String] {
        var rest = rawValue.unicodeScalars.drop { $0 != ";" }
        var result: [String: String] = [:]
        while rest.popFirst() != nil {
            let name = Self.trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let value = rest.first == "\"" ? Self.readQuoted(&rest) : Self.trimmed(rest.prefix { $0 != ";" })
            rest = rest.drop { $0 != ";" }
            if !name.isEmpty, result[name] == nil { result[name] = value }
        }
        return result
    }

    /// The value of the `charset` parameter in lower case, or `nil`.
    public var charset: String? { parameters["charset"]?.lowercased() }

    /// Returns whether the media type matches a pattern. Case and parameters are ignored.
    ///
    /// - Parameter pattern: A media type, a pattern such as `image/*`, or `*/*`.
    /// - Returns: Whether the media type matches.
    public func matches(_ pattern: Self) -> Bool {
        let (own, other) = (essence, pattern.essence)
        guard other.type != "*" else { return other.subtype == "*" }
        return own.type == other.type && (other.subtype == "*" || own.subtype == other.subtype)
    }

    private var essence: (type: String, subtype: String) {
        let text = rawValue.unicodeScalars.prefix { $0 != ";" }
        let type = Self.trimmed(text.prefix { $0 != "/" }).lowercased()
        return (type, Self.trimmed(text.drop { $0 != "/" }.dropFirst()).lowercased())
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    private static func readQuoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        rest.removeFirst()
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
            value.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(value)
    }
}

extension HTTP.ContentType: Hashable {
    /// Compares two media types. Types, subtypes, parameter names, and charsets are compared case-insensitively.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue == right.rawValue
            || (left.essence == right.essence && left.comparableParameters == right.comparableParameters)
    }

    /// Hashes the components that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
        hasher.combine(comparableParameters)
    }

    private var comparableParameters: [String: String] {
        var result = parameters
        result["charset"] = charset
        return result
    }
}

extension HTTP.ContentType {
    /// A Boolean value that indicates whether the media type is JSON: `application/json`, `text/json`, or any type that
    /// ends in `+json` (WHATWG MIME Sniffing §4.6).
    public var isJSON: Bool {
        subtype.hasSuffix("+json") || (subtype == "json" && (type == "application" || type == "text"))
    }
}
