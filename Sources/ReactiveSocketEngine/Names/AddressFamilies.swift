#if os(Linux)
    import ReactiveHTTPModel

    /// The families of addresses that may be used for a name.
    enum AddressFamilies: Sendable, Hashable {
        case any
        case ipv4
        case ipv6

        /// The number for `getaddrinfo(3)`.
        var number: Int32 {
            switch self {
            case .any: AF_UNSPEC
            case .ipv4: AF_INET
            case .ipv6: AF_INET6
            }
        }

        /// Returns whether an address belongs to one of the families. One of IPv4 in the form of IPv6 belongs to
        /// neither alone.
        func contain(_ address: SocketAddress) -> Bool {
            self == .any || number == address.family && !address.isMapped
        }
    }
#endif
