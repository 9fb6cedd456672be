#if canImport(Darwin)
    import Foundation

    /// How challenges are answered on Apple's systems.
    enum ChallengePolicy {
        /// The system evaluates the server's trust; credentials are never offered here, so that a 401 stays a response.
        static func disposition(for challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            switch challenge.protectionSpace.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
                .performDefaultHandling
            default:
                .rejectProtectionSpace
            }
        }
    }
#endif
