import ReactiveHTTPModel

/// A cookie as it is kept.
struct Cookie: Hashable, Sendable {
    var name: String
    var value: String
    /// The host that the cookie is for, or the domain.
    var domain: String
    /// A Boolean value that indicates whether the cookie is not for hosts below the domain.
    var isHostOnly: Bool
    var path: String
    /// A Boolean value that indicates whether the cookie is sent over https only.
    var isSecure = false
    /// A Boolean value that indicates whether the server wants scripts not to see the cookie.
    var isHTTPOnly = false
    /// The end of the cookie, in seconds since 1970; `nil` if it has none.
    var expiry: Int?

    /// Returns whether the cookie is sent with a request (RFC 6265bis §5.8.3).
    func applies(to target: CookieTarget) -> Bool {
        (isHostOnly ? target.host == domain : target.isBelow(domain)) && target.isBelow(path: path)
            && (!isSecure || target.isSecure)
    }

    func hasEnded(at now: Int) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Returns whether this cookie takes the place of another one.
    func replaces(_ other: Cookie) -> Bool {
        hasName(of: other) && domain == other.domain && isHostOnly == other.isHostOnly
            && path.utf8.elementsEqual(other.path.utf8)
    }

    /// Returns whether both names have the same bytes: equal strings may differ in them.
    func hasName(of other: Cookie) -> Bool { name.utf8.elementsEqual(other.name.utf8) }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// The name and the place, without the value, which may be secret.
    var description: String { "\(name)=\(Redaction.placeholder) for \(isHostOnly ? "" : ".")\(domain)\(path)" }

    /// A mirror of the description, so that `dump` and debuggers show no value.
    var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}

/// The part of a request that decides about its cookies.
struct CookieTarget: Hashable, Sendable {
    let isSecure: Bool
    /// The name or the address, in lower case and without a dot at the end.
    let host: String
    /// The path as it is sent, which begins with a slash.
    let path: String

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - isSecure: True for https.
    ///   - host: The host in the form that connections are shared by.
    ///   - path: The path of the URL as it is written.
    init(isSecure: Bool, host: String, path: String) {
        self.isSecure = isSecure
        self.host = host
        self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/"
    }

    /// The path of a cookie that names none (RFC 6265bis §5.1.4).
    var defaultPath: String {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return "/" }
        return String(decoding: bytes[..<slash], as: UTF8.self)
    }

    /// Returns whether the host is the domain or a name below it (RFC 6265bis §5.1.3).
    func isBelow(_ domain: String) -> Bool { Self.isDomain(domain, of: host) }

    /// Returns whether the path is the path of a cookie or below it (RFC 6265bis §5.1.4).
    func isBelow(path: String) -> Bool { Self.isPath(path, above: self.path) }

    /// Returns whether a host is a domain or a name below it. An address has no domain.
    static func isDomain(_ domain: String, of host: String) -> Bool {
        guard host != domain else { return true }
        let (host, domain) = (host.utf8, domain.utf8)
        guard !domain.isEmpty, host.count > domain.count, !isAddress(host),
            host.suffix(domain.count).elementsEqual(domain)
        else { return false }
        return host.dropLast(domain.count).last == UInt8(ascii: ".")
    }

    /// Returns whether one path is another one or above it.
    static func isPath(_ upper: String, above lower: String) -> Bool {
        guard lower.utf8.starts(with: upper.utf8) else { return false }
        let slash = UInt8(ascii: "/")
        let rest = lower.utf8.dropFirst(upper.utf8.count)
        return rest.isEmpty || upper.utf8.last == slash || rest.first == slash
    }

    /// Returns whether a host is an address of IPv6, or ends in a number as addresses of IPv4 do.
    private static func isAddress(_ host: String.UTF8View) -> Bool {
        guard !host.contains(UInt8(ascii: ":")) else { return true }
        let end = host.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !end.isEmpty && end.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
