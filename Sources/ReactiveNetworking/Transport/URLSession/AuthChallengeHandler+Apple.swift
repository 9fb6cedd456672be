#if canImport(Darwin)
    import Foundation

    /// How challenges are answered on Apple's systems.
    enum AuthChallengeHandler {
        /// The system evaluates the server's trust, after the pins were checked; credentials are never offered here, so that
        /// a 401 stays a response.
        static func answer(to challenge: URLAuthenticationChallenge, _ pins: [PinPolicy]) -> AuthChallengeDisposition {
            let space = challenge.protectionSpace
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                let failure = pins.applying(to: space.host).flatMap { PinEnforcement.failure(of: challenge, $0) }
                return failure.map(AuthChallengeDisposition.refuse) ?? .give(.performDefaultHandling)
            case NSURLAuthenticationMethodClientCertificate:
                return .give(.performDefaultHandling)
            default:
                return .give(.rejectProtectionSpace)
            }
        }
    }
#endif
