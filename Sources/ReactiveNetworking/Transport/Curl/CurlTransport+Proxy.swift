#if os(Linux)
    extension CurlTransport {
        /// The proxy of a transport. A proxy's URL may have any scheme that libcurl supports.
        public typealias Proxy = SocketTransport.Proxy
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
