#if os(Linux)
    import ReactiveHTTPModel

    private let systemConnect = connect

    /// The calls of the system that have the names of methods here.
    enum Descriptor {
        static func open(_ family: Int32) -> Int32 {
            #if canImport(Glibc)
                let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            #else
                let type = Int32(SOCK_STREAM) | Int32(SOCK_CLOEXEC) | Int32(SOCK_NONBLOCK)
            #endif
            return socket(family, type, 0)
        }

        static func connect(_ socket: Int32, to address: SocketAddress) -> Int32 {
            address.withPointer { systemConnect(socket, $0, $1) }
        }

        static func close(_ number: Int32) { FileDescriptor.close(number) }
    }
#endif
