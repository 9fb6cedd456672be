#if os(Linux)
    import ReactiveHTTPModel

    /// The hosts that are reached without a proxy: the value of `no_proxy`, as curl(1) reads it (EN37).
    struct ProxyExceptions: Sendable {
        private let includesAll: Bool
        /// Names without dots around them, addresses, and blocks of addresses.
        private let members: [String]

        /// Reads a list of names, addresses, and blocks of addresses between commas or blanks. A list that is an
        /// asterisk stands for all hosts.
        init(_ text: String) {
            includesAll = text == "*"
            members = text.utf8.split { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }
                .map { String(decoding: $0.map(HTTP.lowercased), as: UTF8.self) }
        }

        /// Returns whether a host is in the list.
        ///
        /// - Parameter host: A name or an address, in lower case, without brackets and without a dot at the end.
        func contains(_ host: String) -> Bool {
            if includesAll { return true }
            if let address = Self.bytes(of: host) { return members.contains { Self.block($0, includes: address) } }
            return members.contains { Self.domain($0, includes: host) }
        }

        private static func domain(_ member: String, includes host: String) -> Bool {
            let isDot = { (byte: UInt8) in byte == UInt8(ascii: ".") }
            let name = member.utf8.drop(while: isDot).reversed().drop(while: isDot).reversed()
            guard !name.isEmpty, host.utf8.count >= name.count, host.utf8.suffix(name.count).elementsEqual(name) else {
                return false
            }
            let rest = host.utf8.dropLast(name.count)
            return rest.isEmpty || rest.last == UInt8(ascii: ".")
        }

        private static func block(_ member: String, includes address: [UInt8]) -> Bool {
            let parts = member.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let network = bytes(of: String(parts[0])), network.count == address.count else { return false }
            // For curl(1), no length and zero mean the whole address.
            guard parts.count > 1, let length = Int(parts[1]), length != 0 else { return network == address }
            guard (1...address.count * 8).contains(length) else { return false }
            return zip(network, address).enumerated().allSatisfy { index, pair in
                let bits = min(8, max(0, length - index * 8))
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
                return pair.0 & mask == pair.1 & mask
            }
        }

        /// Returns the bytes of an address of IPv4 or IPv6.
        private static func bytes(of text: String) -> [UInt8]? {
            var text = text
            if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
            guard !text.utf8.contains(0) else { return nil }
            var older = in_addr()
            if inet_pton(AF_INET, text, &older) == 1 { return withUnsafeBytes(of: older) { Array($0) } }
            var newer = in6_addr()
            guard inet_pton(AF_INET6, text, &newer) == 1 else { return nil }
            return withUnsafeBytes(of: newer) { Array($0) }
        }
    }
#endif
