#if canImport(FoundationNetworking)
    /// Whether "cannot connect" means what it says.
    enum ConnectFailure {
        /// Where a host has several addresses, and the first refuses, the session goes on saying so about everything that
        /// fails on the next one. Only the text is about the failure itself.
        static func isMeant(by text: String) -> Bool {
            text.contains("onnect to ") || text.contains("onnect fail")
        }
    }
#endif
