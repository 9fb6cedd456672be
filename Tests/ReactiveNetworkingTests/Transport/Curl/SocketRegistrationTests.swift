#if os(Linux)
    import Foundation
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking

    /// The sockets that the kernel watches for the loop.
    @Suite struct SocketRegistrationTests {
        /// A process that was forked without a new program keeps copies of all sockets. A closed socket that is still
        /// watched would then wake the loop again and again.
        @Test func aClosedSocketIsNotWatchedEvenIfThereIsACopyOfIt() async throws {
            let server = try LoopbackServer()
            server.on("/", .silent)
            let transport = try CurlTransport()
            let start = transport.exchange(try Request.get(server.url("/")).prepared()).start { _ in }
            #expect(await eventually { !server.requests.isEmpty })
            let socket = try #require(Socket(connectedTo: server.port))
            let copy = dup(socket.descriptor)
            defer { close(copy) }
            #expect(socket.isWatched)
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

        /// True if the socket is registered with any `epoll` of this process.
        var isWatched: Bool {
            let directory = "/proc/self/fdinfo"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let mark = "ino:\(String(identity, radix: 16)) "
            return names.contains { name in
                (try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8))?.contains(mark) ?? false
            }
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
