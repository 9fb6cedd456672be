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

        /// Returns the address that the link leads to, or `nil` if the target is no address.
        ///
        /// The target is read as browsers read it (URL Standard, WHATWG). Only characters that a URL cannot contain are
        /// percent-encoded.
        ///
        /// - Parameter base: The URL of the response, which completes a relative target.
        public func url(relativeTo base: URL) -> URL? { Self.url(target, relativeTo: base) }

        package static func url(_ target: String, relativeTo base: URL) -> URL? {
            try? Address.url(target, relativeTo: base)
        }
    }

    /// The error of a link without a readable target.
    public struct LinkError: Error, Hashable, Sendable {
        /// The problem. The raw value is the text of the error.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum Reason: String, Hashable, Sendable {
            /// A link does not begin with `<`.
            case missingTarget = "a link does not begin with <"
            /// The target has no `>` at its end.
            case unclosedTarget = "a target does not end with >"
            // Older versions refused what follows; it is read now.
            /// The target contains a byte that no URL has. No longer an error.
            case invalidTarget = "a target has a character that a URL cannot have"
            /// A semicolon is not followed by the name of a parameter. No longer an error.
            case missingParameter = "a semicolon is not followed by a parameter"
            /// An equals sign is not followed by a token or by a quoted text. No longer an error.
            case missingValue = "an equals sign is not followed by a value"
            /// A quoted text has no quotation mark at its end. No longer an error.
            case unclosedQuote = "a quoted text does not end"
            /// A quoted text contains a control character. No longer an error.
            case controlCharacter = "a quoted text has a control character"
            /// A link is followed by neither a semicolon, nor a comma, nor the end of the field. No longer an error.
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
    /// Fields are read leniently, as by RFC 8288 §B.2: parameters and links that are not separated as they should be,
    /// values without quotation marks or without the second one, empty parameters, and text that is no link do not
    /// matter. Commas and semicolons inside targets and quoted texts are no separators.
    ///
    /// - Returns: The links, also those with an ``HTTP/Link/anchor``.
    /// - Throws: The error of the first link without a readable target.
    public func links() throws(HTTP.LinkError) -> [HTTP.Link] {
        let reading = LinkReader(values(for: "Link"))
        if let flaw = reading.flaws.first(where: { $0.concerns(nil) }) { throw flaw.error }
        return reading.links
    }
}
