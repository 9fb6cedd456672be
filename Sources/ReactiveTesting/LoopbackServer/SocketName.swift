#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system's representation of a socket address.
struct SocketName {
    private var storage = sockaddr_storage()
    private var byteCount = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Creates a loopback address, with a free port if it has ports. Returns `nil` for a path that is too long.
    init?(_ address: LoopbackServer.Configuration.Address) {
        switch address {
        case .ipv4:
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            set(name)
        case .ipv6:
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_addr = in6addr_loopback
            set(name)
        case .unixSocket(let path):
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let fits = withUnsafeMutableBytes(of: &name.sun_path) { room in
                let bytes = Array(path.utf8)
                guard bytes.count < room.count else { return false }
                room.copyBytes(from: bytes)
                return true
            }
            guard fits else { return nil }
            set(name)
        }
    }

    /// Creates the address that a socket is bound to.
    init(of descriptor: Int32) {
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &byteCount) }
        }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// The port, or 0 if the address has none.
    var port: Int {
        guard family == AF_INET || family == AF_INET6 else { return 0 }
        // Both kinds of address have the port at the same offset.
        let bytes = withUnsafeBytes(of: storage) { Array($0[2..<4]) }
        return Int(bytes[0]) << 8 | Int(bytes[1])
    }

    func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, byteCount) }
        }
    }

    private mutating func set<Name>(_ name: Name) {
        withUnsafeMutableBytes(of: &storage) { room in
            withUnsafeBytes(of: name) { room.copyMemory(from: $0) }
        }
        byteCount = socklen_t(MemoryLayout<Name>.size)
    }
}
