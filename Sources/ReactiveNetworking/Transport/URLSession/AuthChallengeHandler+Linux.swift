#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// How challenges are answered where they ask for credentials only, and never about trust.
    enum AuthChallengeHandler {
        /// Cancels: any other answer without a credential leaves the task hanging for ever. The response that came
        /// with the challenge is then taken for what it is, a 401.
        static func answer(to challenge: URLAuthenticationChallenge, _ pins: [PinPolicy]) -> AuthChallengeDisposition {
            .give(.cancelAuthenticationChallenge)
        }
    }
#endif
