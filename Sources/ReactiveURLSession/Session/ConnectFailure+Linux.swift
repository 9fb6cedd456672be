#if canImport(FoundationNetworking)
    /// Decides whether "cannot connect" is accurate.
    enum ConnectFailure {
        /// Returns whether the text reports a failure to connect. If a host has several addresses and the first one
        /// refuses, the session reports that code for every later failure on the next one; only the text is accurate.
        static func isMeant(by text: String) -> Bool {
            text.contains("onnect to ") || text.contains("onnect fail")
        }
    }
#endif
