#if os(Linux)
    import ReactiveHTTPModel

    /// A proxy server, as a URL names it (EN37).
    final class ProxyServer: Sendable, Hashable {
        /// The protocol of a proxy.
        enum Kind: String, Sendable {
            case http
            case https
            /// SOCKS 5, with addresses that are looked up here.
            case socks5
            /// SOCKS 5, with names that the proxy looks up.
            case socks5h
        }

        /// The reason why a text names no proxy, without parts of the text that may be secret.
        struct Flaw: Error, Hashable {
            let text: String
        }

        /// A user name and a password.
        struct Credentials: Sendable, Hashable {
            let user: String
            let password: String
        }

        let kind: Kind
        /// The name, or the address without brackets, in lower case.
        let host: String
        let port: Int
        let credentials: Credentials?

        /// Reads a URL, or a host and a port.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - given: Credentials that count in place of those in the text.
        init(_ text: String, credentials given: Credentials? = nil) throws(Flaw) {
            guard !text.isEmpty else { throw Flaw(text: "a proxy without an address") }
            guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Flaw(text: "a proxy's address with blanks, control characters, or other than ASCII")
            }
            var rest = text.utf8[...]
            kind = try Self.kind(removedFrom: &rest)
            rest = rest.prefix { !"/?#".utf8.contains($0) }
            var credentials = given
            if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
                let named = try Self.credentials(rest[..<mark])
                credentials = given ?? named
                rest = rest[rest.index(after: mark)...]
            }
            (host, port) = try Self.place(rest, kind == .https ? 443 : 1_080)
            self.credentials = credentials
            if let credentials, kind == .socks5 || kind == .socks5h,
                credentials.user.utf8.count > 255 || credentials.password.utf8.count > 255
            {
                throw Flaw(text: "credentials of more than 255 bytes for a SOCKS proxy")
            }
        }

        /// A Boolean value that indicates whether the connection to the proxy is encrypted.
        var isSecure: Bool { kind == .https }

        /// A Boolean value that indicates whether the proxy understands requests.
        var isHTTP: Bool { kind == .http || kind == .https }

        private static func kind(removedFrom text: inout Substring.UTF8View) throws(Flaw) -> Kind {
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon...].starts(with: "://".utf8) else {
                return .http
            }
            let scheme = String(decoding: text[..<colon].map(HTTP.lowercased), as: UTF8.self)
            text = text[colon...].dropFirst(3)
            guard let kind = Kind(rawValue: scheme) else {
                throw Flaw(text: "a proxy with another scheme than http, https, socks5, and socks5h")
            }
            return kind
        }

        private static func credentials(_ text: Substring.UTF8View) throws(Flaw) -> Credentials {
            let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { String(decoding: $0, as: UTF8.self).withoutPercentEncoding }
            guard let user = decoded[0], let password = decoded.count > 1 ? decoded[1] : "" else {
                throw Flaw(text: "a proxy's address with escapes in its credentials that cannot be decoded")
            }
            return Credentials(user: user, password: password)
        }

        private static func place(_ text: Substring.UTF8View, _ usualPort: Int) throws(Flaw) -> (String, Int) {
            let isBracketed = text.first == UInt8(ascii: "[")
            var host = text.prefix { $0 != UInt8(ascii: isBracketed ? "]" : ":") }
            var port = text[host.endIndex...]
            if isBracketed {
                host = host.dropFirst()
                port = port.dropFirst()
            }
            let name = String(decoding: host.map(HTTP.lowercased), as: UTF8.self)
            let isHost =
                isBracketed
                ? host.endIndex < text.endIndex && SocketAddress(literal: "[\(name)]", port: 0) != nil : isName(name)
            guard isHost else { throw Flaw(text: "a proxy's address without a valid host") }
            guard !port.isEmpty else { return (name, usualPort) }
            let digits = port.dropFirst()
            guard port.first == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(number)
            else { throw Flaw(text: "a proxy's address without a valid port") }
            return (name, number)
        }

        private static func isName(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.count <= 255
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }

        static func == (first: ProxyServer, second: ProxyServer) -> Bool {
            first === second
                || first.kind == second.kind && first.host == second.host && first.port == second.port
                    && first.credentials == second.credentials
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            hasher.combine(host)
            hasher.combine(port)
            hasher.combine(credentials)
        }
    }

    extension ProxyServer: CustomStringConvertible, CustomReflectable {
        /// The URL, without user name and password.
        var description: String { "\(kind)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

        /// A mirror of the description, so that `dump` and debuggers show no password.
        var customMirror: Mirror { Mirror(self, children: ["proxy": description]) }
    }

    extension ProxyServer.Credentials: CustomStringConvertible, CustomReflectable {
        /// The user name, without the password.
        var description: String { "\(user):\(Redaction.placeholder)" }

        /// A mirror of the description, so that `dump` and debuggers show no password.
        var customMirror: Mirror { Mirror(self, children: ["credentials": description]) }

        /// The value of a `Proxy-Authorization` field (RFC 7617).
        var basic: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
    }
#endif
