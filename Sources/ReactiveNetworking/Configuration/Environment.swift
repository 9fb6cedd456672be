extension Network {
    /// Where relative requests go: a server, with what all requests to it have in common.
    ///
    /// ```swift
    /// extension Network.Environment {
    ///     static let live = Network.Environment("https://api.example.com/v1")
    ///     static let local = Network.Environment(scheme: "http", host: "localhost", port: 8080)
    /// }
    /// let network = Network(environment: .live)
    /// network.send(Route(.get, "/todos"))                     // https://api.example.com/v1/todos
    /// ```
    ///
    /// It does not concern a request with an absolute URL, neither its address nor its configuration: so what is meant for
    /// one server, such as a token, does not reach another. Nothing is checked before a request is prepared.
    public struct Environment: Hashable, Sendable {
        /// `https` or `http`.
        public var scheme: String
        /// The name or the address of the server; that of IPv6 with brackets or without.
        public var host: String
        /// The port; the scheme's own if `nil`.
        public var port: Int?
        /// The beginning of every path, such as `/v1`; slashes at its ends do not matter.
        public var pathPrefix: String
        /// What all requests to this server have in common; the lowest of the layers.
        public var configuration: Configuration

        /// An environment of its parts.
        public init(
            scheme: String = "https",
            host: String,
            port: Int? = nil,
            pathPrefix: String = "",
            configuration: Configuration = Configuration()
        ) {
            self.scheme = scheme
            self.host = host
            self.port = port
            self.pathPrefix = pathPrefix
            self.configuration = configuration
        }

        /// An environment of the URL that everything in it begins with: `https://api.example.com:8443/v1`. A query there
        /// is part of every request. What is wrong with the text comes as the failure of the requests that are to go there.
        public init(_ baseURL: String, configuration: Configuration = Configuration()) {
            let text = baseURL.prefix { $0 != "#" }
            let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound] } ?? ""
            let rest = text.dropFirst(scheme.isEmpty ? 0 : scheme.count + 3)
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            let colon = authority.contains("@") ? nil : authority.lastIndex(of: ":")
            let digits = colon.map { authority[$0...].dropFirst() } ?? ""
            let port = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
            self.init(
                scheme: String(scheme),
                host: String(port == nil ? authority : authority[..<(colon ?? authority.endIndex)]),
                port: port,
                pathPrefix: String(rest.dropFirst(authority.count)),
                configuration: configuration
            )
        }

        /// Whether the scheme is https. Writing changes the scheme.
        public var isSecure: Bool {
            get { HTTP.isSameIgnoringCase(scheme, "https") }
            set { scheme = newValue ? "https" : "http" }
        }
    }
}

extension Network.Environment {
    /// What everything begins with, without a slash at the end.
    public var baseURL: String { url(of: "") }

    /// The whole URL of `reference`, which is a path with or without a query: joined with exactly one slash, its escapes
    /// kept as they are.
    func url(of reference: String) -> String {
        let (path, query) = Self.split(reference.prefix { $0 != "#" })
        let (prefix, prefixQuery) = Self.split(pathPrefix.prefix { $0 != "#" })
        var trimmedPrefix = prefix.drop { $0 == "/" }
        while trimmedPrefix.last == "/" { trimmedPrefix.removeLast() }
        let queries = [prefixQuery, query].compactMap(\.self)
        return origin
            + (trimmedPrefix.isEmpty ? "" : "/" + trimmedPrefix)
            + (path.isEmpty ? "" : "/" + path.drop { $0 == "/" })
            + (queries.isEmpty ? "" : "?" + queries.filter { !$0.isEmpty }.joined(separator: "&"))
    }

    private var origin: String {
        // What would end the host makes it one that is refused, rather than the rest of the address another one.
        let isMore = host.utf8.contains { "/?#".utf8.contains($0) }
        let host = isMore ? host.replacing(/[\/?#]/, with: "%") : host
        let isBareIPv6 = !host.hasPrefix("[") && host.count { $0 == ":" } > 1 && !host.contains("@")
        let name = isBareIPv6 ? "[\(host)]" : host
        return (scheme.isEmpty ? "" : "\(scheme)://") + name + (port.map { ":\($0)" } ?? "")
    }

    private static func split(_ text: Substring) -> (path: Substring, query: Substring?) {
        let path = text.prefix { $0 != "?" }
        return (path, path.endIndex < text.endIndex ? text[path.endIndex...].dropFirst() : nil)
    }
}

extension Network.Environment: CustomStringConvertible, CustomReflectable {
    /// The base URL, secrets hidden.
    public var description: String { Redaction.standard.url(baseURL) }

    /// The description, so that `dump` and debuggers show no secret.
    public var customMirror: Mirror { Mirror(self, children: ["baseURL": description]) }
}

extension String {
    /// Whether it begins like a URL that stands for itself: with a scheme.
    var hasScheme: Bool {
        guard let colon = utf8.firstIndex(where: { ":/?#".utf8.contains($0) }), utf8[colon] == UInt8(ascii: ":")
        else { return false }
        return true
    }
}
