#if os(Linux)
    import ReactiveHTTPModel

    /// The way of a transport's requests to servers: directly, or through a proxy (EN37).
    struct ProxyRoutes: Sendable {
        private typealias Choice = Result<ProxyServer, ProxyServer.Flaw>

        /// The proxy for http, if there is one.
        private let plain: Choice?
        /// The proxy for https, if there is one.
        private let secure: Choice?
        private let exceptions: ProxyExceptions

        /// Creates the routes that a configuration asks for, or returns `nil` if all are direct.
        ///
        /// - Parameters:
        ///   - proxy: The configuration.
        ///   - variable: Returns the value of a variable of the environment.
        init?(_ proxy: SocketTransport.Proxy, variable: (String) -> String? = Self.variable) {
            switch proxy {
            case .none: return nil
            case .environment:
                func value(_ names: [String]) -> String? {
                    for name in names {
                        if let value = variable(name), !value.isEmpty { return value }
                    }
                    return nil
                }
                let all = ["all_proxy", "ALL_PROXY"]
                // A server can set the variable of a request's `Proxy` field in capital letters (httpoxy).
                plain = value(["http_proxy"] + all).map { Self.choice($0) }
                secure = value(["https_proxy", "HTTPS_PROXY"] + all).map { Self.choice($0) }
                exceptions = ProxyExceptions(value(["no_proxy", "NO_PROXY"]) ?? "")
                if plain == nil, secure == nil { return nil }
            case .server(let url, let credentials, let exceptions):
                let credentials = credentials.map {
                    ProxyServer.Credentials(user: $0.user, password: $0.password)
                }
                plain = Self.choice(url, credentials)
                secure = plain
                self.exceptions = ProxyExceptions(exceptions.joined(separator: ","))
            }
        }

        private static func choice(_ text: String, _ credentials: ProxyServer.Credentials? = nil) -> Choice {
            Result { () throws(ProxyServer.Flaw) in try ProxyServer(text, credentials: credentials) }
        }

        private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

        /// Returns where connections for an origin lead to.
        ///
        /// - Parameters:
        ///   - origin: The origin.
        ///   - inTunnel: True if a proxy must not take the request itself, because its protocol changes.
        /// - Throws: An error of the kind `unsupported` for a proxy that cannot be used, or not for this origin.
        func server(for origin: Server, inTunnel: Bool = false) throws(TransportError) -> Server {
            guard let choice = origin.isSecure ? secure : plain, !exceptions.contains(origin.host) else {
                return origin
            }
            switch choice {
            case .success(let proxy):
                guard proxy.isHTTP || origin.host.utf8.count <= SOCKSNegotiation.maxNameByteCount else {
                    throw TransportError(.unsupported, phase: .preparing, detail: "a name too long for a SOCKS proxy")
                }
                return Server(origin: origin, through: proxy, inTunnel: inTunnel)
            case .failure(let flaw): throw TransportError(.unsupported, phase: .preparing, detail: flaw.text)
            }
        }
    }

    extension Server {
        /// Creates the server that an origin is reached by through a proxy. A proxy of HTTP takes the requests to all
        /// origins of http on the same connections, unless they need a tunnel; every other origin has its own.
        init(origin: Server, through proxy: ProxyServer, inTunnel: Bool = false) {
            let isForwarding = !origin.isSecure && proxy.isHTTP && !inTunnel
            self.init(
                isSecure: origin.isSecure,
                host: isForwarding ? proxy.host : origin.host,
                port: isForwarding ? proxy.port : origin.port,
                proxy: proxy,
                isForwarding: isForwarding
            )
        }

        /// A Boolean value that indicates whether connections are encrypted, to the server or to the proxy.
        var usesTLS: Bool { isSecure || proxy?.isSecure ?? false }
    }
#endif
