#if canImport(FoundationNetworking)
    import Foundation

    /// Refuses requests to pinned hosts on Linux.
    enum PinEnforcement {
        /// Returns an error text: the session never asks its delegate about a server's trust.
        static func unsupportedReason(to url: URL) -> String? {
            "URLSession cannot check pins on this platform; use CurlTransport for pinned hosts"
        }
    }
#endif
