#if os(Linux)
    import ReactiveHTTPModel

    extension SocketAddress {
        /// Creates an address from a host that is one: four decimal numbers, or IPv6 with or without brackets and scope
        /// (EN8). Returns `nil` for any other host.
        ///
        /// Shorter and octal forms of IPv4 are no literals: programs disagree about their meaning.
        init?(literal host: String, port: Int) {
            // The system's functions would take what is before a NUL for the whole.
            guard let port = UInt16(exactly: port), !host.utf8.contains(0) else { return nil }
            if let address = Self.ipv4(host) {
                self.init(address, port: port)
            } else if let (address, scope) = Self.ipv6(host) {
                self.init(address, scope: scope, port: port)
            } else {
                return nil
            }
        }

        private static func ipv4(_ host: String) -> in_addr? {
            var address = in_addr()
            return inet_pton(AF_INET, host, &address) == 1 ? address : nil
        }

        private static func ipv6(_ host: String) -> (in6_addr, scope: UInt32)? {
            var host = Substring(host)
            if host.hasPrefix("[") {
                guard host.hasSuffix("]") else { return nil }
                host = host.dropFirst().dropLast()
            }
            let parts = host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(parts[0]), &address) == 1 else { return nil }
            guard parts.count > 1 else { return (address, 0) }
            return scope(parts[1]).map { (address, $0) }
        }

        /// Returns the index of the interface with this number or name.
        private static func scope(_ text: Substring) -> UInt32? {
            // A URL writes `%` as `%25` (RFC 6874), and not every parser of URLs decodes it.
            let text = text.hasPrefix("25") && text.utf8.count > 2 ? text.dropFirst(2) : text
            if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return UInt32(text) }
            let index = if_nametoindex(String(text))
            return index == 0 ? nil : index
        }
    }
#endif
