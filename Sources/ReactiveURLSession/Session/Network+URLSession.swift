import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Network {
    /// Creates a network with the configuration of an existing session, through ``URLSessionTransport/using(_:pins:)``.
    ///
    /// - Parameters:
    ///   - session: The session whose configuration is used.
    ///   - pins: The keys or certificates that individual hosts must have. On Linux, where the session cannot check
    ///     them, requests to those hosts fail with `TransportError.Kind.unsupported` before anything is sent.
    public init(session: URLSession, pins: [PinPolicy] = []) {
        self.init(transport: URLSessionTransport.using(session, pins: pins))
    }
}
