extension Authorization {
    /// An authentication challenge of a server (RFC 9110 §11.6.1).
    ///
    /// ```swift
    /// let headers: HTTP.Headers = ["WWW-Authenticate": #"Digest realm="ape", nonce="7", Basic realm="ape""#]
    /// Authorization.Challenge.all(in: headers).map(\.scheme)
    /// // ["Digest", "Basic"]
    /// ```
    public struct Challenge: Hashable, Sendable {
        /// A name with its unquoted value.
        public struct Parameter: Hashable, Sendable {
            /// The name as the server spells it.
            public let name: String
            /// The value, without quotes and escapes.
            public let value: String
        }

        /// The scheme as the server spells it; compare it case-insensitively.
        public let scheme: String
        /// The token68 value that some schemes use instead of parameters.
        public let token68: String?
        /// The parameters in their order.
        public let parameters: [Parameter]

        /// Returns the value of the first parameter with this name, compared case-insensitively.
        ///
        /// - Parameter name: The name of the parameter.
        public subscript(name: String) -> String? {
            parameters.first { HTTP.isSameIgnoringCase($0.name, name) }?.value
        }

        /// Returns a Boolean value that indicates whether the challenge uses a scheme.
        ///
        /// - Parameter name: The name of the scheme, compared case-insensitively.
        /// - Returns: `true` if the names are equal.
        public func isScheme(_ name: String) -> Bool { HTTP.isSameIgnoringCase(scheme, name) }

        /// Returns the challenges in all fields with this name, including several in one field.
        ///
        /// Parts that cannot be parsed are skipped. The parser reads up to 16,384 bytes of each field, 32 challenges in
        /// total, and 32 parameters of each challenge.
        ///
        /// - Parameters:
        ///   - headers: The header fields of a response.
        ///   - name: The name of the field.
        /// - Returns: The challenges in their order.
        public static func all(in headers: HTTP.Headers, named name: String = HTTP.Headers.Name.wwwAuthenticate)
            -> [Authorization.Challenge]
        {
            var challenges: [Authorization.Challenge] = []
            for value in headers.values(for: name) {
                var parser = ChallengeParser(value.utf8.prefix(maxFieldByteCount))
                challenges += parser.challenges(atMost: maxCount - challenges.count)
            }
            return challenges
        }

        private static let maxFieldByteCount = 16_384
        private static let maxCount = 32
    }
}

/// Parses a field's value in one pass.
private struct ChallengeParser {
    private static let maxParameterCount = 32

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func challenges(atMost limit: Int) -> [Authorization.Challenge] {
        var result: [Authorization.Challenge] = []
        var scheme: String?
        var token68: String?
        var parameters: [Authorization.Challenge.Parameter] = []
        func finish() {
            guard let scheme, result.count < limit else { return }
            result.append(Authorization.Challenge(scheme: scheme, token68: token68, parameters: parameters))
        }
        while skipSeparators() {
            guard let word = token() else {
                skipGarbage()
                continue
            }
            if let value = parameterValue() {
                if scheme != nil, token68 == nil, parameters.count < Self.maxParameterCount {
                    parameters.append(Authorization.Challenge.Parameter(name: word, value: value))
                }
                continue
            }
            finish()
            guard result.count < limit else { return result }
            (scheme, token68, parameters) = (word, token68AfterScheme(), [])
        }
        finish()
        return result
    }

    /// Skips blanks and commas; returns whether anything follows.
    private mutating func skipSeparators() -> Bool {
        while let byte = next, byte == UInt8(ascii: ",") || Self.isBlank(byte) { position += 1 }
        return next != nil
    }

    private mutating func skipBlanks() {
        while let byte = next, Self.isBlank(byte) { position += 1 }
    }

    private mutating func skipGarbage() {
        while let byte = next, byte != UInt8(ascii: ",") { position += 1 }
    }

    private mutating func token() -> String? { text(while: HTTP.isTokenByte) }

    private mutating func text(while isPart: (UInt8) -> Bool) -> String? {
        let start = position
        while let byte = next, isPart(byte) { position += 1 }
        return start < position ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// Returns the value after a "=", or `nil` without advancing if there is none.
    private mutating func parameterValue() -> String? {
        let start = position
        skipBlanks()
        guard next == UInt8(ascii: "=") else {
            position = start
            return nil
        }
        position += 1
        skipBlanks()
        return next == UInt8(ascii: "\"") ? quotedText() : token() ?? ""
    }

    /// Parses a quoted string. An unterminated one extends to the end.
    private mutating func quotedText() -> String {
        var content: [UInt8] = []
        position += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            position += 1
            guard byte == UInt8(ascii: "\\"), let escaped = next else {
                content.append(byte)
                continue
            }
            content.append(escaped)
            position += 1
        }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Returns the token68 value after a scheme, or `nil` without advancing if there is none.
    private mutating func token68AfterScheme() -> String? {
        let start = position
        skipBlanks()
        guard position > start, var word = text(while: Self.isToken68Byte) else {
            position = start
            return nil
        }
        word += text { $0 == UInt8(ascii: "=") } ?? ""
        skipBlanks()
        if next == nil || next == UInt8(ascii: ",") { return word }
        position = start
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isToken68Byte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
            UInt8(ascii: "/"):
            true
        default:
            false
        }
    }
}
