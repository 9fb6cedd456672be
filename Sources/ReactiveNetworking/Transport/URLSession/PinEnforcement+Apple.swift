#if canImport(Darwin)
    import Foundation
    import Security

    /// How pins are kept on Apple's systems. This project's continuous integration runs on Linux and does not run this.
    enum PinEnforcement {
        /// Why a pinned host cannot be asked at `url`; `nil` if it can.
        static func unsupportedReason(to url: URL) -> String? {
            url.isSecure ? nil : "a pinned host is not asked without TLS"
        }

        /// What is wrong with a server: it must pass normal evaluation, for its host, and the certificate that has passed
        /// must have one of the pins. `nil` if nothing is.
        ///
        /// The leaf is taken from the evaluated chain, not from what the server has sent along: an extra certificate among
        /// that proves nothing.
        static func failure(of challenge: URLAuthenticationChallenge, _ pins: Set<PinPolicy.Pin>) -> TransportError.Kind? {
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
