#if canImport(Security)
    import Foundation
    import Security

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Responds to authentication challenges on Apple platforms.
    enum AuthChallengeHandler {
        /// Checks the pins, and then lets the system evaluate the server's trust. Never offers credentials, so that a
        /// 401 remains a response.
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
