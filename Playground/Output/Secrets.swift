import ReactiveNetworking

/// Texts that must not appear in any output, whatever their source: a server may return a token in a header field.
struct Secrets: Sendable, Equatable {
    /// The minimum size of a secret. A shorter one would occur in innocent text and could be inferred from the gaps.
    private static let minimumByteCount = 4

    /// The secrets, longest first, so that none is hidden only in part.
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
    /// Returns whether a name suggests a secret.
    static func areNamed(_ name: String) -> Bool {
        Redaction.standard.isSecret(headerName: name) || Redaction.standard.isSecret(parameterName: name)
    }

    /// Returns the password in `scheme://user:password@host`, as written.
    static func password(in url: String) -> String? {
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        guard let at = authority.prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@"),
            let colon = authority[..<at].firstIndex(of: ":")
        else { return nil }
        return String(authority[authority.index(after: colon)..<at])
    }
}
