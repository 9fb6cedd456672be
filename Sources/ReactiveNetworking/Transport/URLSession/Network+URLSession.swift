import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Network {
    /// A network that uses the configuration of a session of yours; see ``URLSessionTransport/using(_:pins:)``.
    ///
    /// - Parameters:
    ///   - session: yours.
    ///   - pins: which keys or certificates single hosts must have. On Linux, where the session cannot check them, requests
    ///     to those hosts fail as ``TransportError/Kind/unsupported`` before anything is sent.
    public init(session: URLSession, pins: [PinPolicy] = []) {
        self.init(transport: URLSessionTransport.using(session, pins: pins))
    }
}
