#if canImport(FoundationNetworking)
    import Foundation

    /// Whether pins can be kept.
    enum PinEnforcement {
        /// They cannot: the session never asks its delegate about a server's trust.
        static func unsupportedReason(to url: URL) -> String? {
            "URLSession cannot check pins on this platform, and a pinned host is not asked without; CurlTransport can"
        }
    }
#endif
