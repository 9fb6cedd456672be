#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Identifies sessions by the properties that a transport takes from their configuration and that are effective on
    /// Linux.
    struct SessionKey: Hashable, Sendable {
        private let headers: HTTP.Headers
        private let connectionsPerHost: Int
        private let protocols: [ObjectIdentifier]
        private let isBackground: Bool

        init(_ session: URLSession) {
            let configuration = session.configuration
            headers = HTTP.Headers(additional: configuration.httpAdditionalHeaders)
            connectionsPerHost = configuration.httpMaximumConnectionsPerHost
            protocols = (configuration.protocolClasses ?? []).map { ObjectIdentifier($0) }
            isBackground = configuration.identifier != nil
        }
    }
#endif
