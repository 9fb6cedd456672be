extension HTTP.Headers {
    /// Returns the members of a list that one or several fields hold, without blanks and empty members.
    package func members(of name: String) -> [String] {
        values(for: name).flatMap { $0.split(separator: ",") }
            .map { Self.trimmed($0) }
            .filter { !$0.isEmpty }
    }
}
