#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// A server on 127.0.0.1 that plays a script of raw bytes on each connection and stores the received bytes.
    final class RawServer: Sendable {
        /// The server's side of one connection.
        struct Peer: Sendable {
            /// The number of the connection, starting at 1.
            let number: Int
            fileprivate let socket: Int32
            fileprivate let record: Locked<[Int: Data]>

            /// All bytes received so far.
            var received: Data { record.withLock { $0[number] ?? Data() } }

            /// Waits for more bytes.
            ///
            /// - Returns: false once the client has closed the connection.
            @discardableResult func receive() -> Bool {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { return false }
                record.withLock { $0[number, default: Data()].append(contentsOf: buffer[..<count]) }
                return true
            }

            /// Waits for the head of a request.
            ///
            /// - Parameter count: how many heads have arrived by then, this one included.
            func receiveHead(_ count: Int = 1) -> Bool {
                while received.occurrences(of: "\r\n\r\n") < count { if !receive() { return false } }
                return true
            }

            /// Receives until the client closes the connection.
            func drain() { while receive() {} }

            func send(_ text: String) {
                let bytes = Array(text.utf8)
                var sent = 0
                while sent < bytes.count {
                    let count = bytes[sent...].withUnsafeBytes {
                        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { return }
                    sent += count
                }
            }
        }

        let port: Int
        private let listener: Int32
        private let record = Locked<[Int: Data]>([:])
        private let sockets = Locked<[Int32]>([])
        private let hasStopped = Locked(false)

        /// Creates a server that runs `script` for each connection on a separate thread and then closes the connection.
        init(_ script: @escaping @Sendable (Peer) -> Void) throws {
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = listener
            let isListening = withUnsafeMutablePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && listen(listener, 256) == 0 && getsockname(listener, $0, &size) == 0
                }
            }
            guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            port = Int(UInt16(bigEndian: name.sin_port))
            Thread.detachNewThread { [record, sockets, hasStopped] in
                var number = 0
                while true {
                    let socket = accept(listener, nil, nil)
                    guard socket >= 0, !hasStopped.withLock({ $0 }) else { break }
                    number += 1
                    var on: Int32 = 1
                    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
                    sockets.withLock { $0.append(socket) }
                    let peer = Peer(number: number, socket: socket, record: record)
                    record.withLock { $0[peer.number] = Data() }
                    Thread.detachNewThread {
                        script(peer)
                        shutdown(socket, Int32(SHUT_RDWR))
                    }
                }
                close(listener)
            }
        }

        deinit {
            hasStopped.withLock { $0 = true }
            shutdown(listener, Int32(SHUT_RDWR))
            // The sockets stay open until the process ends, because a thread may still use their descriptors.
            for socket in sockets.withLock({ $0 }) { shutdown(socket, Int32(SHUT_RDWR)) }
        }

        func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

        /// The bytes that each connection has received, by the connection's number.
        var received: [Int: Data] { record.withLock { $0 } }

        var connectionCount: Int { received.count }
    }

    extension Data {
        func occurrences(of text: String) -> Int {
            let pattern = Data(text.utf8)
            var count = 0
            var start = startIndex
            while let found = range(of: pattern, in: start..<endIndex) {
                count += 1
                start = found.upperBound
            }
            return count
        }
    }
#endif
