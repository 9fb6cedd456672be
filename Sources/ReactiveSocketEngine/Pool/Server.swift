import ReactiveHTTPModel

/// The place that connections lead to, with the proxy in between. Connections to one server are shared by its
/// exchanges.
struct Server: Hashable, Sendable {
    let isSecure: Bool
    /// The name or the address: in lower case, without a dot at the end, and without the brackets of IPv6.
    let host: String
    let port: Int
    /// The proxy that connections go through, if there is one.
    let proxy: ProxyServer?
    /// A Boolean value that indicates whether requests go to the proxy itself, which passes them on.
    let isForwarding: Bool
    /// A hash value of the rest, because a server is looked up more often than it is created.
    let digest: Int

    /// Creates a server from an absolute URL with the scheme http or https.
    init(url: URL) {
        let isSecure = url.isSecure
        self.init(isSecure: isSecure, host: url.host ?? "", port: url.port ?? (isSecure ? 443 : 80))
    }

    /// Creates a server from a host in any spelling.
    init(isSecure: Bool, host: String, port: Int, proxy: ProxyServer? = nil, isForwarding: Bool = false) {
        self.isSecure = isSecure
        self.host = Self.normalized(host)
        self.port = port
        self.proxy = proxy
        self.isForwarding = isForwarding
        var hasher = Hasher()
        hasher.combine(isSecure)
        hasher.combine(self.host)
        hasher.combine(port)
        if let proxy { hasher.combine(proxy) }
        hasher.combine(isForwarding)
        digest = hasher.finalize()
    }

    static func == (first: Server, second: Server) -> Bool {
        first.digest == second.digest && first.port == second.port && first.isSecure == second.isSecure
            && first.host == second.host && first.proxy == second.proxy
            && first.isForwarding == second.isForwarding
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// Returns a host in lower case, without a dot at the end, and without the brackets of IPv6.
    static func normalized(_ host: String) -> String {
        let isNormal = host.utf8.allSatisfy { byte in
            !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte != UInt8(ascii: "[")
        }
        guard !isNormal || host.utf8.last == UInt8(ascii: ".") else { return host }
        var text = host.lowercased()
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
