#if os(Linux)
    import ReactiveHTTPModel

    /// The name that a server's certificate must have (EN26).
    enum TLSPeerName: Hashable {
        /// A name, without the dot at its end, which is also announced to the server.
        case host(String)
        /// An address, which is not announced.
        case address(String)

        /// Creates the name from the host of a URL, or `nil` if no certificate can name it.
        init?(_ host: String) {
            var name = host[...]
            if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
            if name.contains(":") { name = name.prefix { $0 != "%" } }
            if Self.isAddress(String(name)) {
                self = .address(String(name))
                return
            }
            if name.hasSuffix(".") { name = name.dropLast() }
            // OpenSSL takes no name as any name, a dot at the beginning as "any name below", and NUL as the end.
            guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(0), name.utf8.count <= 255 else {
                return nil
            }
            if Self.isAddress(String(name)) {
                self = .address(String(name))
            } else {
                self = .host(String(name))
            }
        }

        private static func isAddress(_ text: String) -> Bool {
            var address = in6_addr()
            return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
        }
    }
#endif
