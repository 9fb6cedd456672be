#if canImport(Darwin)
    /// The default transport of a network.
    enum PlatformTransport {
        static let shared: any Transport = URLSessionTransport.shared
    }
#endif
