#if !canImport(Security)
    import Foundation

    /// Refuses requests to pinned hosts on Linux.
    enum PinEnforcement {
        /// Returns an error text: the session never lets its delegate evaluate a server's trust.
        static func unsupportedReason(to url: URL) -> String? {
            "URLSession cannot check pins on this platform; use SocketTransport for pinned hosts"
        }
    }
#endif
