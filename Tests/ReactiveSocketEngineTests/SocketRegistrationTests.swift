#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The sockets that the kernel watches for the loop.
    @Suite struct SocketRegistrationTests {
        /// A process that was forked without a new program keeps copies of all sockets. A closed socket that is still
        /// watched would then wake the loop again and again.
        @Test(arguments: Wire.sound)
        func aClosedSocketIsNotWatchedEvenIfThereIsACopyOfIt(wire: Wire) async throws {
            let server = try LoopbackServer()
            server.on("/", .silent)
            let transport = try wire.newTransport()
            let start = transport.exchange(try Request.get(server.url("/")).prepared()).start { _ in }
            #expect(await eventually { !server.requests.isEmpty })
            let socket = try #require(Socket(connectedTo: server.port))
            let copy = dup(socket.descriptor)
            defer { close(copy) }
            #expect(socket.isWatched)
            #expect(socket.isClosedInPrograms)  // EN6
            #expect(socket.sendsAtOnce)  // EN9
            start.dispose()
            #expect(await eventually { !socket.isOpen })
            #expect(!socket.isWatched)
        }
    }

    /// A socket of this process.
    private struct Socket {
        let descriptor: Int32
        /// The number by which the kernel knows the socket, whatever its descriptors are.
        private let identity: UInt64

        init?(connectedTo port: Int) {
            guard let descriptor = (0..<4_096).first(where: { Self.peerPort(of: $0) == port }) else { return nil }
            self.descriptor = descriptor
            identity = Self.identity(of: descriptor)
        }

        var isOpen: Bool { Self.identity(of: descriptor) == identity }

        /// A Boolean value that indicates whether the socket is registered with any `epoll` of this process.
        var isWatched: Bool {
            let directory = "/proc/self/fdinfo"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let mark = "ino:\(String(identity, radix: 16)) "
            return names.contains { name in
                (try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8))?.contains(mark) ?? false
            }
        }

        /// A Boolean value that indicates whether a program that this process starts does not inherit the socket.
        var isClosedInPrograms: Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 }

        /// A Boolean value that indicates whether the kernel does not wait for more bytes before it sends a small
        /// segment.
        var sendsAtOnce: Bool {
            var isOn: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &size)
            return isOn != 0
        }

        private static func identity(of descriptor: Int32) -> UInt64 {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
        }

        private static func peerPort(of descriptor: Int32) -> Int? {
            var name = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &name) { name in
                name.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
            }
            return code == 0 && name.sin_family == AF_INET ? Int(UInt16(bigEndian: name.sin_port)) : nil
        }
    }
#endif
