#if os(Linux)
    import Foundation

    extension CurlTransport {
        /// The proxy of a transport.
        public enum Proxy: Sendable {
            /// No proxy. The environment variables are ignored.
            case none
            /// The proxy in the variables `http_proxy`, `https_proxy`, `all_proxy`, and `no_proxy`, interpreted as by
            /// curl(1).
            case environment
            /// A given proxy server.
            ///
            /// - Parameters:
            ///   - url: The proxy's URL, such as `http://proxy.internal:3128`, with a scheme that libcurl supports.
            ///   - credentials: The credentials for the proxy, which are never sent to an origin.
            ///   - exceptions: Hosts and domains to connect to directly.
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

    extension CurlTransport.Proxy.Credentials: CustomStringConvertible, CustomReflectable {
        /// The user name, without the password.
        public var description: String { "\(user):\(Redaction.placeholder)" }

        /// A mirror of the description, so that `dump` and debuggers show no password.
        public var customMirror: Mirror { Mirror(self, children: ["credentials": description]) }
    }

    extension CurlTransport.Proxy: CustomStringConvertible, CustomReflectable {
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

    extension CurlTransport.Proxy {
        func set(on easy: EasyHandle) throws(TransportError) {
            switch self {
            case .none:
                // Exempts all hosts, also from a proxy in the environment.
                try easy.set(.noProxy, "*")
            case .environment:
                try easy.set(.suppressConnectHeaders, 1)
            case .server(let url, let credentials, let exceptions):
                // libcurl takes an empty URL to mean "no proxy".
                guard !url.isEmpty else {
                    throw TransportError(.unsupported, phase: .preparing, detail: "a proxy without an address")
                }
                try easy.set(.suppressConnectHeaders, 1)
                try easy.set(.proxy, url)
                try easy.set(.noProxy, exceptions.joined(separator: ","))
                guard let credentials else { return }
                try easy.set(.proxyUser, credentials.user)
                try easy.set(.proxyPassword, credentials.password)
            }
        }
    }
#endif
