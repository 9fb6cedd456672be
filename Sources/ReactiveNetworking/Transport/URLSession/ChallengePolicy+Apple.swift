#if canImport(Darwin)
    import Foundation

    /// How challenges are answered on Apple's systems.
    enum ChallengePolicy {
        /// The system evaluates the server's trust, after the pins were checked; credentials are never offered here, so that
        /// a 401 stays a response.
        static func answer(to challenge: URLAuthenticationChallenge, _ pins: [PinPolicy]) -> ChallengeAnswer {
            let space = challenge.protectionSpace
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                let flaw = pins.applying(to: space.host).flatMap { PinEnforcement.flaw(of: challenge, $0) }
                return flaw.map(ChallengeAnswer.refuse) ?? .give(.performDefaultHandling)
            case NSURLAuthenticationMethodClientCertificate:
                return .give(.performDefaultHandling)
            default:
                return .give(.rejectProtectionSpace)
            }
        }
    }
#endif
