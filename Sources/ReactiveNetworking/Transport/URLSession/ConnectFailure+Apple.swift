#if canImport(Darwin)
    /// Whether "cannot connect" means what it says.
    enum ConnectFailure {
        /// It does; and the text is in the user's language.
        static func isMeant(by text: String) -> Bool { true }
    }
#endif
