import ReactiveNetworking

/// Texts that no line may show, whoever repeats them: a server may send a token back in a header field.
struct Secrets: Sendable, Equatable {
    /// Shorter ones would be found in innocent text, and what is hidden there would give them away.
    private static let minimumByteCount = 4

    /// The longest first, so that none is hidden in part.
    private(set) var texts: [String] = []

    mutating func insert(_ text: String) {
        guard text.utf8.count >= Self.minimumByteCount, !texts.contains(text) else { return }
        texts.append(text)
        texts.sort { $0.utf8.count > $1.utf8.count }
    }

    func hidden(in text: String) -> String {
        texts.reduce(text) { $0.replacing($1, with: Redaction.placeholder) }
    }
}

extension Secrets {
    private static let words = [
        "authoriz", "authent", "token", "secret", "passw", "pwd", "api-key", "api_key", "apikey", "session",
        "credential",
        "cookie", "signature", "jwt",
    ]

    /// Whether what is called so is meant for the server alone. Rather one too many than one too few.
    static func areNamed(_ name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) } || Redaction.standard.headerNames.contains(name)
            || Redaction.standard.queryNames.contains(name)
    }

    /// The password in `scheme://user:password@host`, as it is written.
    static func password(in url: String) -> String? {
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        guard let at = authority.prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@"),
            let colon = authority[..<at].firstIndex(of: ":")
        else { return nil }
        return String(authority[authority.index(after: colon)..<at])
    }
}
