extension Network {
    /// A server that relative requests go to, with the settings of all requests to it.
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
    /// An environment does not concern a request with an absolute URL: neither its address nor its configuration
    /// applies. Settings for one server, such as a token, therefore never reach another. Nothing is checked before a
    /// request is prepared.
    public struct Environment: Hashable, Sendable {
        /// The scheme: `https` or `http`.
        public var scheme: String
        /// The name or the address of the server; an IPv6 address with or without brackets.
        public var host: String
        /// The port; that of the scheme if `nil`.
        public var port: Int?
        /// The beginning of every path, such as `/v1`. Slashes at its ends do not matter.
        public var pathPrefix: String
        /// The settings of all requests to this server; the lowest of the layers.
        public var configuration: Configuration

        /// Creates an environment from its parts.
        ///
        /// - Parameters:
        ///   - scheme: The scheme: `https` or `http`.
        ///   - host: The name or the address of the server.
        ///   - port: The port; that of the scheme if `nil`.
        ///   - pathPrefix: The beginning of every path.
        ///   - configuration: The settings of all requests to this server.
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

        /// Creates an environment from the URL that all its requests begin with: `https://api.example.com:8443/v1`.
        ///
        /// - Parameters:
        ///   - baseURL: The URL. A query in it is part of every request. If it is invalid, the requests that go there
        ///     fail.
        ///   - configuration: The settings of all requests to this server.
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

        /// A Boolean value that indicates whether the scheme is https. Setting it changes the scheme.
        public var isSecure: Bool {
            get { HTTP.isSameIgnoringCase(scheme, "https") }
            set { scheme = newValue ? "https" : "http" }
        }
    }
}

extension Network.Environment {
    /// The URL that all requests begin with, without a slash at the end.
    public var baseURL: String { url(of: "") }

    /// Returns the absolute URL of `reference`, a path with or without a query, joined with exactly one slash. Escapes
    /// are kept.
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
        // A delimiter in the host makes the host invalid. It must not change the rest of the address.
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
    /// The base URL, with secrets redacted.
    public var description: String { Redaction.standard.url(baseURL) }

    /// The description, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["baseURL": description]) }
}

extension String {
    /// A Boolean value that indicates whether the text begins with a scheme, as an absolute URL does.
    var hasScheme: Bool {
        guard let colon = utf8.firstIndex(where: { ":/?#".utf8.contains($0) }), utf8[colon] == UInt8(ascii: ":")
        else { return false }
        return true
    }
}
