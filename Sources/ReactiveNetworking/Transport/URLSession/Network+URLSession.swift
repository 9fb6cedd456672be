import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Network {
    /// A network that uses the configuration of a session of yours; see ``URLSessionTransport/using(_:)``.
    public init(session: URLSession) {
        self.init(transport: URLSessionTransport.using(session))
    }
}
