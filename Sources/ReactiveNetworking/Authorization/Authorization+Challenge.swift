extension Authorization {
    /// One way in which a server is willing to let itself be convinced (RFC 9110 §11.6.1).
    ///
    /// ```swift
    /// Authorization.Challenge.all(in: ["WWW-Authenticate": #"Digest realm="ape", nonce="7", Basic realm="ape""#]).map(\.scheme)
    /// // ["Digest", "Basic"]
    /// ```
    public struct Challenge: Hashable, Sendable {
        /// A name and its value, unquoted.
        public struct Parameter: Hashable, Sendable {
            /// The name as spelled.
            public let name: String
            /// The value, without its quotes and backslashes.
            public let value: String
        }

        /// The name of the scheme as spelled; its case means nothing.
        public let scheme: String
        /// What some schemes have in the place of parameters.
        public let token68: String?
        /// The parameters, in order.
        public let parameters: [Parameter]

        /// The value of the first parameter called `name`, whose case does not matter.
        public subscript(name: String) -> String? {
            parameters.first { HTTP.isSameIgnoringCase($0.name, name) }?.value
        }

        /// Whether its scheme is `name`, whose case does not matter.
        public func isScheme(_ name: String) -> Bool { HTTP.isSameIgnoringCase(scheme, name) }

        /// The challenges in all fields called `name`, several in one field included.
        ///
        /// What cannot be understood is left out, be it a part or the whole. Of each field the first 16,384 bytes are looked at,
        /// of all of them together the first 32 challenges, of each of these the first 32 parameters.
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

/// Reads a field's value in one pass, from the first byte to the last.
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

    /// Whether anything comes after the blanks and commas.
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

    /// The value behind a "=", or `nil`, having gone nowhere, if there is none.
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

    /// A quoted string that is never closed goes on to the end.
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

    /// What stands alone behind a scheme, or `nil`, having gone nowhere.
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
