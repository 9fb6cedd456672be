extension Redaction {
    /// Returns whether a member with this name is secret. This covers the names of secret headers and parameters, and
    /// more, because bodies use many spellings (`accessToken`, `user_password`).
    static func isSecret(memberName: String) -> Bool {
        let name = memberName.comparableName
        return secretNames.contains(name) || tellsOfSecret(name)
    }

    /// Returns whether a name in its comparable form contains a word for a secret.
    static func tellsOfSecret(_ name: String) -> Bool { secretParts.contains { name.contains($0) } }

    static let secretNames = standard.comparableNames

    /// The comparable forms of all names, except that of an authorization code.
    var comparableNames: Set<String> {
        Set(queryNames.union(headerNames).subtracting([Self.authorizationCode]).map(\.comparableName))
    }

    private static let secretParts = ["token", "password", "passwd", "secret", "apikey", "credential", "cookie"]
}

extension String {
    /// The lowercase letters and digits of the text, so that `user_id` and `userId` are equal.
    var comparableName: String { filter { $0.isLetter || $0.isNumber }.lowercased() }
}
