#if os(Linux)
    import ReactiveHTTPModel

    extension SocketTransport {
        /// The proxy of a transport.
        public enum Proxy: Sendable {
            /// No proxy. The environment variables are ignored.
            case none
            /// The proxy in the variables `http_proxy`, `https_proxy`, `all_proxy`, and `no_proxy`, interpreted as by
            /// curl(1). They are read when the transport is created.
            case environment
            /// A given proxy server.
            ///
            /// - Parameters:
            ///   - url: The proxy's URL, such as `http://proxy.internal:3128`. The scheme is `http`, which is also the
            ///     default, `https`, `socks5`, or `socks5h`; with the last one, the proxy looks up the names of hosts.
            ///     The port is 1080 if there is none, or 443 for `https`. The URL may contain credentials.
            ///   - credentials: The credentials for the proxy, which are never sent to an origin.
            ///   - exceptions: Hosts and domains to connect to directly, addresses, and blocks of addresses such as
            ///     `10.0.0.0/8`.
            case server(url: String, credentials: Credentials? = nil, exceptions: [String] = [])

            /// A user name and a password for a proxy.
            public struct Credentials: Sendable {
                let user: String
                let password: String

                /// Creates credentials.
                ///
                /// - Parameters:
                ///   - user: The user name.
                ///   - password: The password.
                public init(user: String, password: String) {
                    self.user = user
                    self.password = password
                }
            }
        }
    }

    extension SocketTransport.Proxy.Credentials: CustomStringConvertible, CustomReflectable {
        /// The user name, without the password.
        public var description: String { "\(user):\(Redaction.placeholder)" }

        /// A mirror of the description, so that `dump` and debuggers show no password.
        public var customMirror: Mirror { Mirror(self, children: ["credentials": description]) }
    }

    extension SocketTransport.Proxy: CustomStringConvertible, CustomReflectable {
        /// The kind of proxy or its URL, without user name and password.
        public var description: String {
            switch self {
            case .none: "none"
            case .environment: "environment"
            case .server(let url, _, _): Redaction.standard.url(url)
            }
        }

        /// A mirror of the description, so that `dump` and debuggers show no password.
        public var customMirror: Mirror { Mirror(self, children: ["proxy": description]) }
    }
#endif
