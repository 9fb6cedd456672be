#if os(Linux)
    import Foundation

    extension CurlTransport {
        /// Whom to ask in place of a URL's host.
        public enum Proxy: Sendable {
            /// Nobody; what the environment says is not looked at.
            case none
            /// What the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say, as curl(1) reads them.
            case environment
            /// A server of your choice.
            ///
            /// - Parameters:
            ///   - url: its address, such as `http://proxy.internal:3128`; the schemes are those of libcurl.
            ///   - credentials: for the proxy alone; they are never sent to an origin.
            ///   - exceptions: hosts and domains that are asked directly.
            case server(url: String, credentials: Credentials? = nil, exceptions: [String] = [])

            /// A name and a password.
            public struct Credentials: Sendable {
                let user: String
                let password: String

                /// A name and a password.
                public init(user: String, password: String) {
                    self.user = user
                    self.password = password
                }
            }
        }
    }

    extension CurlTransport.Proxy.Credentials: CustomStringConvertible, CustomReflectable {
        /// The user, never the password.
        public var description: String { "\(user):\(Redaction.placeholder)" }

        /// The description, so that `dump` and debuggers show no password.
        public var customMirror: Mirror { Mirror(self, children: ["credentials": description]) }
    }

    extension CurlTransport.Proxy: CustomStringConvertible, CustomReflectable {
        /// Where it is, without user and password.
        public var description: String {
            switch self {
            case .none: "none"
            case .environment: "environment"
            case .server(let url, _, _): Redaction.standard.url(url)
            }
        }

        /// The description, so that `dump` and debuggers show no password.
        public var customMirror: Mirror { Mirror(self, children: ["proxy": description]) }
    }

    extension CurlTransport.Proxy {
        func set(on easy: EasyHandle) throws(TransportError) {
            switch self {
            case .none:
                try easy.set(.proxy, "")
            case .environment:
                break
            case .server(let url, let credentials, let exceptions):
                // To libcurl an empty address means that there is no proxy.
                guard !url.isEmpty else {
                    throw TransportError(.unsupported, phase: .preparing, detail: "a proxy without an address")
                }
                try easy.set(.proxy, url)
                try easy.set(.noProxy, exceptions.joined(separator: ","))
                guard let credentials else { return }
                try easy.set(.proxyUser, credentials.user)
                try easy.set(.proxyPassword, credentials.password)
            }
        }
    }
#endif
