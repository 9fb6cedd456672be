#if os(Linux)
    import ReactiveHTTPModel

    /// A name and the families of the addresses wanted for it.
    struct LookupQuestion: Sendable, Hashable {
        /// The name with ASCII letters in lower case. A dot at the end stays: it keeps the system from trying the
        /// domains of its search list.
        let name: String
        let families: AddressFamilies

        /// Creates a question, or returns `nil` for a host that cannot be a name: it is empty, longer than the
        /// system's functions allow, or contains NUL, or a colon or a bracket as in a malformed IPv6 address.
        init?(_ host: String, _ families: AddressFamilies) {
            let refused: Set<UInt8> = [0, UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]")]
            guard !host.isEmpty, host.utf8.count < NI_MAXHOST, !host.utf8.contains(where: refused.contains) else {
                return nil
            }
            name = String(decoding: host.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
            self.families = families
        }

        /// A Boolean value that indicates whether the name is `localhost` or below it (RFC 6761 §6.3).
        var isLocalhost: Bool {
            let name = name.hasSuffix(".") ? name.dropLast() : Substring(name)
            return name == "localhost" || name.hasSuffix(".localhost")
        }
    }
#endif
