import Foundation

extension HTTP {
    /// A link of a `Link` header field (RFC 8288): a target, and its relations to the response.
    ///
    /// ```swift
    /// let last = try response.responseHeaders.links().first { $0.relations.contains("last") }
    /// ```
    public struct Link: Hashable, Sendable {
        /// The target as the server sent it, absolute or relative.
        public let target: String
        /// The parameters by their lowercase names. Of several parameters of one name, the first counts. A parameter
        /// without a value has an empty one.
        public let parameters: [String: String]

        /// The relations in lowercase, such as `next` and `last`; empty without a `rel` parameter.
        public var relations: [String] {
            (parameters["rel"] ?? "").lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
        }

        /// The context that the link is about, if it is not the response itself.
        public var anchor: String? { parameters["anchor"] }

        /// Returns the address that the link leads to, or `nil` if the target is not the text of a URL.
        ///
        /// - Parameter base: The URL of the response, which completes a relative target (RFC 3986 §5).
        public func url(relativeTo base: URL) -> URL? { Self.url(target, relativeTo: base) }

        static func url(_ target: String, relativeTo base: URL) -> URL? {
            target.isEmpty ? base : URL(string: target, relativeTo: base)?.absoluteURL
        }
    }

    /// The error of a `Link` header field that RFC 8288 does not allow.
    public struct LinkError: Error, Hashable, Sendable {
        /// The problem. The raw value is the text of the error.
        public enum Reason: String, Hashable, Sendable {
            /// A link does not begin with `<`.
            case missingTarget = "a link does not begin with <"
            /// The target has no `>` at its end.
            case unclosedTarget = "a target does not end with >"
            /// The target contains a byte that no URL has.
            case invalidTarget = "a target has a character that a URL cannot have"
            /// A semicolon is not followed by the name of a parameter.
            case missingParameter = "a semicolon is not followed by a parameter"
            /// An equals sign is not followed by a token or by a quoted text.
            case missingValue = "an equals sign is not followed by a value"
            /// A quoted text has no quotation mark at its end.
            case unclosedQuote = "a quoted text does not end"
            /// A quoted text contains a control character.
            case controlCharacter = "a quoted text has a control character"
            /// A link is followed by neither a semicolon, nor a comma, nor the end of the field.
            case missingComma = "there is no comma between two links"
        }

        /// The problem.
        public let reason: Reason
        /// The number of bytes of the field's value before the problem.
        public let position: Int

        /// Creates an error, for tests.
        ///
        /// - Parameters:
        ///   - reason: The problem.
        ///   - position: The number of bytes of the field's value before the problem.
        public init(reason: Reason, position: Int) {
            self.reason = reason
            self.position = position
        }
    }
}

extension HTTP.LinkError: LocalizedError, CustomStringConvertible {
    /// A description of the problem and its place, without the text of the field.
    public var description: String { "The Link field cannot be read: \(reason.rawValue) (byte \(position))" }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension HTTP.Headers {
    /// Returns the links of all `Link` fields, in order.
    ///
    /// Commas and semicolons inside targets and quoted texts are no separators. Empty elements of a list are ignored
    /// (RFC 9110 §5.6.1); any other deviation from the grammar is an error.
    ///
    /// - Returns: The links, also those with an ``HTTP/Link/anchor``.
    /// - Throws: The error of the first field that is malformed.
    public func links() throws(HTTP.LinkError) -> [HTTP.Link] {
        var links: [HTTP.Link] = []
        for field in values(for: "Link") {
            var parser = LinkParser(field)
            links += try parser.links()
        }
        return links
    }
}

/// A parser of one `Link` field (RFC 8288 §3).
private struct LinkParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func links() throws(HTTP.LinkError) -> [HTTP.Link] {
        var links: [HTTP.Link] = []
        while true {
            skipBlanks()
            guard let byte = next else { return links }
            guard byte != UInt8(ascii: ",") else {
                position += 1
                continue
            }
            links.append(try link())
            skipBlanks()
            guard next == nil || next == UInt8(ascii: ",") else { throw error(.missingComma) }
        }
    }

    private mutating func link() throws(HTTP.LinkError) -> HTTP.Link {
        guard take(UInt8(ascii: "<")) else { throw error(.missingTarget) }
        let target = try target()
        var parameters: [String: String] = [:]
        skipBlanks()
        while take(UInt8(ascii: ";")) {
            skipBlanks()
            let name = token()
            guard !name.isEmpty else { throw error(.missingParameter) }
            skipBlanks()
            let value = take(UInt8(ascii: "=")) ? try value() : ""
            let key = name.lowercased()
            parameters[key] = parameters[key] ?? value
            skipBlanks()
        }
        return HTTP.Link(target: target, parameters: parameters)
    }

    private mutating func target() throws(HTTP.LinkError) -> String {
        let start = position
        while let byte = next, byte != UInt8(ascii: ">") {
            guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "<"), byte != UInt8(ascii: "\"") else {
                throw error(.invalidTarget)
            }
            position += 1
        }
        guard next != nil else { throw error(.unclosedTarget) }
        defer { position += 1 }
        return text(from: start)
    }

    private mutating func value() throws(HTTP.LinkError) -> String {
        skipBlanks()
        if take(UInt8(ascii: "\"")) { return try quoted() }
        let value = token()
        guard !value.isEmpty else { throw error(.missingValue) }
        return value
    }

    private mutating func quoted() throws(HTTP.LinkError) -> String {
        var value: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { throw error(.unclosedQuote) }
                position += 1
                value.append(try checked(escaped))
            default: value.append(try checked(byte))
            }
        }
        throw error(.unclosedQuote)
    }

    /// Returns a byte of a quoted text, which was just taken.
    private func checked(_ byte: UInt8) throws(HTTP.LinkError) -> UInt8 {
        guard byte == 0x09 || byte >= 0x20 && byte != 0x7F else {
            throw HTTP.LinkError(reason: .controlCharacter, position: position - 1)
        }
        return byte
    }

    private mutating func token() -> String {
        let start = position
        while let byte = next, HTTP.isTokenByte(byte) { position += 1 }
        return text(from: start)
    }

    private func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while next == 0x20 || next == 0x09 { position += 1 }
    }

    private func error(_ reason: HTTP.LinkError.Reason) -> HTTP.LinkError {
        HTTP.LinkError(reason: reason, position: position)
    }
}
