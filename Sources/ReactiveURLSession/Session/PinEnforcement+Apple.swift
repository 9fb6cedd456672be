#if canImport(Security)
    import Foundation
    import Security

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Checks pins on Apple platforms. The project's continuous integration runs on Linux, where it type-checks this
    /// code with a stub module, and does not test it.
    enum PinEnforcement {
        /// Returns the reason why a request to a pinned host at `url` is refused, or `nil`.
        static func unsupportedReason(to url: URL) -> String? {
            url.isSecure ? nil : "a pinned host requires TLS"
        }

        /// Returns the reason for refusing a server, or `nil`: it must pass the normal evaluation for its host, and the
        /// evaluated certificate must match one of the pins.
        ///
        /// The leaf certificate comes from the evaluated chain: an additional certificate among those that the server
        /// sent proves nothing.
        static func failure(of challenge: URLAuthenticationChallenge, _ pins: Set<PinPolicy.Pin>) -> TransportError
            .Kind?
        {
            guard let trust = challenge.protectionSpace.serverTrust else { return .untrustedCertificate }
            guard SecTrustEvaluateWithError(trust, nil) else { return .untrustedCertificate }
            guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let leaf = chain.first else {
                return .pinMismatch
            }
            let certificate = SecCertificateCopyData(leaf) as Data
            return pins.contains { $0.matches(certificate: certificate) } ? nil : .pinMismatch
        }
    }
#endif
