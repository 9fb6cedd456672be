#if canImport(Darwin)
    /// What a network uses that is given no transport.
    enum PlatformTransport {
        static let shared: any Transport = URLSessionTransport.shared
    }
#endif
