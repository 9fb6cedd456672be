#if !canImport(Network)
    import ReactiveNetworking

    // Inside the type, its methods hide the calls.
    private let systemSend = send
    private let systemBind = bind

    /// A socket on which the kernel tells about links, addresses and routes.
    struct RouteSocket: Sendable {
        /// A datagram of the kernel.
        enum Reception: Sendable {
            case datagram([UInt8])
            /// The kernel has dropped messages, or one was larger than the buffer.
            case lost
            /// Nothing is left.
            case nothing
        }

        private static let bufferByteCount = 64 << 10

        let descriptor: Int32

        /// Opens a socket that is subscribed to all changes. Returns `nil` where the system refuses it.
        init?() {
            #if canImport(Glibc)
                let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            #else
                let type = Int32(SOCK_RAW) | Int32(SOCK_CLOEXEC) | Int32(SOCK_NONBLOCK)
            #endif
            descriptor = socket(AF_NETLINK, type, 0)
            guard descriptor >= 0 else { return nil }
            guard bind() else {
                close()
                return nil
            }
        }

        func close() { FileDescriptor.close(descriptor) }

        /// Sends a request to the kernel; returns `false` if that fails.
        func send(_ request: [UInt8]) -> Bool {
            systemSend(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        }

        func receive() -> Reception {
            var buffer = [UInt8](repeating: 0, count: Self.bufferByteCount)
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_TRUNC))
            guard count >= 0 else {
                switch errno {
                case EINTR: return receive()
                case ENOBUFS: return .lost
                default: return .nothing
                }
            }
            guard count <= buffer.count else { return .lost }
            return .datagram(Array(buffer.prefix(count)))
        }

        private func bind() -> Bool {
            var address = NetlinkAddress()
            return withUnsafePointer(to: &address) { pointer in
                // SAFETY: the structure is a whole `sockaddr_nl`, which the kernel takes for any `sockaddr` of its
                // length, and it has no weaker alignment than one.
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    systemBind(descriptor, $0, socklen_t(MemoryLayout<NetlinkAddress>.size))
                }
            } == 0
        }
    }

    /// The kernel's `sockaddr_nl`: the kernel chooses the port.
    private struct NetlinkAddress {
        let family = UInt16(AF_NETLINK)
        let padding: UInt16 = 0
        let port: UInt32 = 0
        let groups = NetlinkGroup.all
    }
#endif
