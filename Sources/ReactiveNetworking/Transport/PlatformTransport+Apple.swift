#if canImport(Darwin)
    /// The default transport of a network.
    package enum PlatformTransport {
        package static let shared: any Transport = URLSessionTransport.shared
    }
#endif
