#if canImport(Darwin)
    /// Decides whether "cannot connect" is accurate.
    enum ConnectFailure {
        /// Returns true: the error code is reliable, and the text is localized.
        static func isMeant(by text: String) -> Bool { true }
    }
#endif
