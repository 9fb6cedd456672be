#if os(Linux)
    import Foundation

    /// The server's end of a connection, or a socket that accepts connections.
    struct Peer: Sendable {
        let descriptor: Int32

        /// Returns a socket on a free port of 127.0.0.1 that accepts connections, and the port.
        static func listening(backlog: Int32 = 4_096) throws -> (Peer, port: Int) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { throw Failure("socket: \(errno)") }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, byteCount) | listen(descriptor, backlog)
                        | getsockname(descriptor, address, &byteCount)
                }
            }
            guard code == 0 else { throw Failure("bind, listen or getsockname: \(errno)") }
            return (Peer(descriptor: descriptor), Int(UInt16(bigEndian: address.sin_port)))
        }

        /// Waits for a connection; `nil` after ``shutdown()``.
        func accepted() -> Peer? {
            while true {
                let peer = accept(descriptor, nil, nil)
                if peer >= 0 {
                    var isOn: Int32 = 1
                    setsockopt(peer, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
                    return Peer(descriptor: peer)
                }
                // A client that has gone again, or a lack of descriptors that ends.
                guard errno != EINVAL, errno != EBADF else { return nil }
                poll(nil, 0, 1)
            }
        }

        /// Appends the next bytes, and returns false at the end of the connection.
        func read(into bytes: inout [UInt8], milliseconds: Int32 = -1) -> Bool {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, milliseconds) > 0 else { return false }
            let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { buffer in
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count > 0 { bytes += buffer.prefix(count) }
                return count
            }
            return count > 0
        }

        /// Writes all the bytes, and returns false if the connection has ended.
        func write(_ bytes: ArraySlice<UInt8>) -> Bool {
            var rest = bytes
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Ends the sending side, or the accepting of connections.
        func shutdown(_ side: Int = Int(SHUT_WR)) { Glibc.shutdown(descriptor, Int32(side)) }

        func close() { Glibc.close(descriptor) }

        /// Resets and closes the connection.
        func reset() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            close()
        }
    }

    /// A reason to end the program, in words.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
#endif
