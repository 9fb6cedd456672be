extension LoopbackServer {
    /// One header line, as a name and a value.
    ///
    /// Nothing is checked or folded: a reply sends both texts as they are, so a test can send a wrong line on purpose.
    public struct HeaderField: Sendable, Hashable, CustomStringConvertible {
        /// The name, in the case in which it was received or is to be sent.
        public var name: String
        /// The value without the blanks around it.
        public var value: String

        /// Makes a field from a name and a value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// The line as it goes over the wire, without its line end.
        public var description: String { "\(name): \(value)" }
    }
}

extension [LoopbackServer.HeaderField] {
    /// The values of the fields with this name in the order of the fields; the case of the name does not matter.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return filter { $0.name.utf8.count == wanted.utf8.count && $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The members of comma-separated values, in lower case: `Connection: Keep-Alive, TE` gives two.
    func tokens(of name: String) -> [String] {
        values(of: name).flatMap { $0.lowercased().split(separator: ",") }.map { token in
            String(token.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}
