import ReactiveNetworking

extension OAuth {
    /// A URL to which the browser returns: one with a scheme of the application's own, an https URL of the application,
    /// or a port of this machine (RFC 8252 §7).
    struct RedirectURI: Hashable, Sendable {
        let text: String

        init(_ text: String) throws(ConfigurationError) {
            guard !text.isEmpty else { throw ConfigurationError(.redirectURI, .empty) }
            guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw ConfigurationError(.redirectURI, .forbiddenCharacter)
            }
            guard !text.utf8.contains(UInt8(ascii: "#")) else { throw ConfigurationError(.redirectURI, .fragment) }
            guard let parts = Parts(text) else { throw ConfigurationError(.redirectURI, .invalidURI) }
            if parts.scheme == "http" {
                guard OAuth.isLoopback(parts.host) else { throw ConfigurationError(.redirectURI, .insecure) }
            }
            self.text = text
        }

        /// Returns the query of a URL if the URL is this one apart from its query and fragment; otherwise `nil`.
        func query(of redirect: String) -> Substring? {
            guard let own = Parts(text), let parts = Parts(redirect), parts.isSamePlace(as: own) else { return nil }
            return parts.query
        }
    }
}

/// The parts of a URI, with scheme and authority in lower case, because browsers write them so.
private struct Parts {
    let scheme: String
    /// The authority; `nil` if there is none, as in `com.example.app:/login`.
    let authority: String?
    let path: Substring
    let query: Substring

    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, Self.isLetter(first),
            text[..<colon].utf8.allSatisfy({ Self.isLetter($0) || "0123456789+-.".utf8.contains($0) })
        else { return nil }
        scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...].prefix { $0 != "#" }
        let place = rest.prefix { $0 != "?" }
        query = rest[place.endIndex...].dropFirst()
        guard place.hasPrefix("//") else {
            guard !place.isEmpty else { return nil }
            authority = nil
            path = place
            return
        }
        let name = place.dropFirst(2).prefix { $0 != "/" }
        authority = name.lowercased()
        path = place[name.endIndex...].isEmpty ? "/" : place[name.endIndex...]
    }

    /// The authority without its port.
    var host: String {
        guard let authority else { return "" }
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }

    func isSamePlace(as other: Parts) -> Bool {
        scheme == other.scheme && authority == other.authority && path == other.path
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
