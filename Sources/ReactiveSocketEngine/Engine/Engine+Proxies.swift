#if os(Linux)
    import ReactiveHTTPModel

    extension Engine {
        /// Returns where connections for an origin lead to.
        ///
        /// - Throws: An error for a proxy that cannot be used.
        func server(for origin: Server, _ request: PreparedRequest) throws(TransportError) -> Server {
            guard let proxies else { return origin }
            do throws(TransportError) {
                return try proxies.server(for: origin, inTunnel: request.upgrade != nil)
            } catch {
                var error = error
                error.host = request.url.host
                throw error
            }
        }

        /// Returns the credentials to load next for connections to a server, or those of the server if all are ready.
        func nextCredentials(for server: Server) -> TLSCredentials {
            guard server.proxy?.isSecure ?? false else { return credentials }
            guard server.isSecure, case .ready = proxyCredentials.state else { return proxyCredentials }
            return credentials
        }
    }
#endif
