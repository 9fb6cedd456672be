#if !canImport(Security)
    import FoundationNetworking

    /// Responds to authentication challenges on Linux, where they concern credentials but never trust.
    enum AuthChallengeHandler {
        /// Cancels the challenge: any other disposition without a credential leaves the task hanging forever. The
        /// response that came with the challenge is then delivered as a 401.
        static func answer(to challenge: URLAuthenticationChallenge, _ pins: [PinPolicy]) -> AuthChallengeDisposition {
            .give(.cancelAuthenticationChallenge)
        }
    }
#endif
