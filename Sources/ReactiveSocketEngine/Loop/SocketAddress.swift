#if os(Linux)
    import ReactiveHTTPModel

    /// The address of a socket: IPv4, IPv6, or the path of a Unix socket.
    struct SocketAddress: Sendable, Hashable {
        /// A whole `sockaddr_in`, `sockaddr_in6` or `sockaddr_un`. Padding is zero, so that equal addresses have equal
        /// bytes.
        private let bytes: [UInt8]

        private init<Structure>(bytesOf structure: Structure) {
            bytes = withUnsafeBytes(of: structure) { Array($0) }
        }

        /// Creates an IPv4 address.
        init(_ address: in_addr, port: UInt16) {
            var structure = sockaddr_in()
            structure.sin_family = sa_family_t(AF_INET)
            structure.sin_port = port.bigEndian
            structure.sin_addr = address
            self.init(bytesOf: structure)
        }

        /// Creates an IPv6 address.
        ///
        /// - Parameter scope: The index of the interface that a link-local address belongs to; zero for others.
        init(_ address: in6_addr, scope: UInt32, port: UInt16) {
            var structure = sockaddr_in6()
            structure.sin6_family = sa_family_t(AF_INET6)
            structure.sin6_port = port.bigEndian
            structure.sin6_addr = address
            structure.sin6_scope_id = scope
            self.init(bytesOf: structure)
        }

        /// Creates the address of a Unix socket. Returns `nil` for a path that is empty, too long, or contains NUL.
        init?(path: String) {
            let path = Array(path.utf8)
            // One byte is left for the NUL at the end.
            guard !path.isEmpty, !path.contains(0), path.count < Self.pathCapacity else { return nil }
            var structure = sockaddr_un()
            structure.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &structure.sun_path) { $0.copyBytes(from: path) }
            self.init(bytesOf: structure)
        }

        /// Creates an address from one of the system's. Returns `nil` for other families than IPv4 and IPv6, and if the
        /// length is too small for the family.
        init?(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
            // SAFETY: the caller vouches for `length` bytes at the pointer; no more are read.
            let bytes = UnsafeRawBufferPointer(start: address, count: Int(length))
            guard bytes.count >= MemoryLayout<sa_family_t>.size else { return nil }
            switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
            case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
                let structure = bytes.loadUnaligned(as: sockaddr_in.self)
                self.init(structure.sin_addr, port: UInt16(bigEndian: structure.sin_port))
            case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
                let structure = bytes.loadUnaligned(as: sockaddr_in6.self)
                let port = UInt16(bigEndian: structure.sin6_port)
                self.init(structure.sin6_addr, scope: structure.sin6_scope_id, port: port)
            default: return nil
            }
        }

        /// The family, such as `AF_INET`.
        var family: Int32 { Int32(structure(sockaddr.self).sa_family) }

        /// A Boolean value that indicates whether this is an address of IPv4 in the form of one of IPv6 (RFC 4291
        /// §2.5.5.2), which is neither where only one of them is asked for.
        var isMapped: Bool {
            guard family == AF_INET6 else { return false }
            return withUnsafeBytes(of: structure(sockaddr_in6.self).sin6_addr) { bytes in
                bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            }
        }

        /// The port, or zero for a Unix socket.
        var port: Int {
            switch family {
            case AF_INET: Int(UInt16(bigEndian: structure(sockaddr_in.self).sin_port))
            case AF_INET6: Int(UInt16(bigEndian: structure(sockaddr_in6.self).sin6_port))
            default: 0
            }
        }

        /// The address in digits, without brackets and port, or the path. A scope has its number: `fe80::1%2`.
        var text: String {
            switch family {
            case AF_INET: return Self.text(of: structure(sockaddr_in.self).sin_addr, AF_INET)
            case AF_INET6:
                let structure = structure(sockaddr_in6.self)
                let digits = Self.text(of: structure.sin6_addr, AF_INET6)
                return structure.sin6_scope_id == 0 ? digits : "\(digits)%\(structure.sin6_scope_id)"
            default: return String(decoding: bytes[Self.pathOffset...].prefix { $0 != 0 }, as: UTF8.self)
            }
        }

        /// Returns the address with another port. A Unix socket has none.
        func with(port: UInt16) -> SocketAddress {
            switch family {
            case AF_INET: return SocketAddress(structure(sockaddr_in.self).sin_addr, port: port)
            case AF_INET6:
                let structure = structure(sockaddr_in6.self)
                return SocketAddress(structure.sin6_addr, scope: structure.sin6_scope_id, port: port)
            default: return self
            }
        }

        /// Calls `body` with the address in the form that functions such as `connect(2)` take.
        func withPointer<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) throws -> R) rethrows -> R {
            try bytes.withUnsafeBytes { bytes in
                // SAFETY: every initializer stores a whole structure, none of which is smaller than `sockaddr`, and
                // the elements of an array are aligned for any of them.
                try bytes.baseAddress!.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    try body($0, socklen_t(bytes.count))
                }
            }
        }

        /// The structure at the beginning of the bytes, one of C without references.
        private func structure<Structure>(_ type: Structure.Type) -> Structure {
            // The load traps if there are too few bytes. The union in `in6_addr` keeps Swift from knowing that it can
            // be copied so.
            bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
        }

        private static func text<Address>(of address: Address, _ family: Int32) -> String {
            var characters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let isWritten = withUnsafePointer(to: address) {
                inet_ntop(family, $0, &characters, socklen_t(characters.count)) != nil
            }
            guard isWritten else { return "" }
            return String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        private static var pathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }
        private static var pathOffset: Int { MemoryLayout<sockaddr_un>.size - pathCapacity }
    }
#endif
