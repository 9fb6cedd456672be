extension LoopbackServer {
    /// A header line, as a name and a value.
    ///
    /// Nothing is validated: a reply sends both texts unchanged, so that a test can send invalid lines.
    public struct HeaderField: Sendable, Hashable, CustomStringConvertible {
        /// The name, in the case as received or as sent.
        public var name: String
        /// The value without surrounding whitespace.
        public var value: String

        /// Creates a header field.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// The line as sent, without its line ending.
        public var description: String { "\(name): \(value)" }
    }
}

extension [LoopbackServer.HeaderField] {
    /// Returns the values of the fields with a name, in order.
    ///
    /// - Parameter name: The name, compared case-insensitively.
    /// - Returns: The values.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return filter { $0.name.utf8.count == wanted.utf8.count && $0.name.lowercased() == wanted }.map(\.value)
    }

    /// Returns the members of comma-separated values in lower case: two for `Connection: Keep-Alive, TE`.
    func tokens(of name: String) -> [String] {
        values(of: name).flatMap { $0.lowercased().split(separator: ",") }.map { token in
            String(token.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}
