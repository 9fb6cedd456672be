#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// A server on 127.0.0.1 that plays a script of raw bytes on each connection and stores the received bytes.
    package final class RawServer: Sendable {
        /// The server's side of one connection.
        package struct Peer: Sendable {
            /// The number of the connection, starting at 1.
            package let number: Int
            fileprivate let socket: Descriptor
            fileprivate let record: Locked<Record>

            /// All bytes received so far.
            package var received: Data { record.withLock { $0.received[number] ?? Data() } }

            /// Waits for more bytes.
            ///
            /// - Returns: false once the client has closed the connection.
            @discardableResult package func receive() -> Bool {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                var count = recv(socket.number, &buffer, buffer.count, 0)
                while count < 0, errno == EINTR { count = recv(socket.number, &buffer, buffer.count, 0) }
                guard count > 0 else { return false }
                record.withLock { $0.received[number, default: Data()].append(contentsOf: buffer[..<count]) }
                return true
            }

            /// Waits for the head of a request.
            ///
            /// - Parameter count: how many heads have arrived by then, this one included.
            package func receiveHead(_ count: Int = 1) -> Bool {
                while received.occurrences(of: "\r\n\r\n") < count { if !receive() { return false } }
                return true
            }

            /// Waits until the given number of bytes has arrived in total.
            package func receive(upTo count: Int) -> Bool {
                while received.count < count { if !receive() { return false } }
                return true
            }

            /// Receives until the client closes the connection.
            package func drain() { while receive() {} }

            /// The number of bytes that have arrived and are not received yet.
            package var pendingByteCount: Int {
                var count: Int32 = 0
                return ioctl(socket.number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
            }

            /// The number of sent bytes that the client's system has not received yet.
            package var unacknowledgedByteCount: Int {
                var count: Int32 = 0
                return ioctl(socket.number, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
            }

            /// Sends bytes and waits until the system has taken all of them.
            ///
            /// - Returns: false if the client has closed the connection.
            @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
                var sent = 0
                while sent < bytes.count {
                    let count = bytes[sent...].withUnsafeBytes {
                        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 || errno == EINTR else { return false }
                    sent += max(0, count)
                }
                return true
            }

            /// Sends text and waits until the system has taken all of it.
            ///
            /// - Returns: false if the client has closed the connection.
            @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

            /// Answers every request whose body is empty, from the request with this number on.
            package func answer(from first: Int = 1, with text: String = "right") {
                var count = first
                while receiveHead(count) {
                    send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
                    count += 1
                }
            }

            /// Ends the server's direction of the connection; the script may still receive.
            package func end() { shutdown(socket.number, Int32(SHUT_WR)) }

            /// Resets the connection.
            package func reset() {
                // The system answers so to a connection with an address of no family.
                var nowhere = sockaddr()
                nowhere.sa_family = sa_family_t(AF_UNSPEC)
                connect(socket.number, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
            }

            package func pause(milliseconds: Int) { poll(nil, 0, Int32(milliseconds)) }
        }

        /// A descriptor that is closed when nobody uses it any more, because the next file may get the same number.
        fileprivate final class Descriptor: Sendable {
            let number: Int32

            init(_ number: Int32) {
                self.number = number
            }

            deinit { close(number) }

            /// Ends both directions, which wakes up the threads that wait for the socket.
            func shutDown() { shutdown(number, Int32(SHUT_RDWR)) }

            /// Ends both directions and reads what has arrived: a socket that is closed with unread bytes resets its
            /// connection.
            func finish() {
                shutDown()
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
            }
        }

        fileprivate struct Record: Sendable {
            var isStopped = false
            var connectionCount = 0
            var received: [Int: Data] = [:]
            /// The connections whose scripts run.
            var running: [Int: Descriptor] = [:]
            /// The numbers of the connections whose scripts have ended.
            var ended: Set<Int> = []

            /// Stores a new connection.
            ///
            /// - Returns: the connection's number, or `nil` if the server has stopped.
            mutating func begin(_ socket: Descriptor) -> Int? {
                guard !isStopped else { return nil }
                connectionCount += 1
                received[connectionCount] = Data()
                running[connectionCount] = socket
                return connectionCount
            }

            mutating func end(_ number: Int) {
                running[number] = nil
                ended.insert(number)
            }
        }

        package let port: Int
        private let listener: Descriptor
        private let record = Locked(Record())

        /// Creates a server that runs `script` for each connection on a separate thread and then closes the connection.
        package init(_ script: @escaping @Sendable (Peer) -> Void) throws {
            listener = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let number = listener.number
            let isListening = withUnsafeMutablePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(number, $0, size) == 0 && listen(number, 1_024) == 0 && getsockname(number, $0, &size) == 0
                }
            }
            guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            port = Int(UInt16(bigEndian: name.sin_port))
            Thread.detachNewThread { [listener, record] in Self.accept(on: listener, record, script) }
        }

        /// Accepts connections until the server is released.
        private static func accept(
            on listener: Descriptor,
            _ record: Locked<Record>,
            _ script: @escaping @Sendable (Peer) -> Void
        ) {
            while !record.withLock({ $0.isStopped }) {
                let number = Glibc.accept(listener.number, nil, nil)
                guard number >= 0 else {
                    // The connection was aborted, or the process has no descriptor at the moment.
                    poll(nil, 0, 1)
                    continue
                }
                _ = fcntl(number, F_SETFD, FD_CLOEXEC)
                var on: Int32 = 1
                setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
                let socket = Descriptor(number)
                guard let number = record.withLock({ $0.begin(socket) }) else { return }
                Thread.detachNewThread {
                    script(Peer(number: number, socket: socket, record: record))
                    record.withLock { $0.end(number) }
                    socket.finish()
                }
            }
        }

        deinit {
            let running = record.withLock { record in
                record.isStopped = true
                return Array(record.running.values)
            }
            listener.shutDown()
            for socket in running { socket.shutDown() }
        }

        package func url(_ path: String = "/", scheme: String = "http") -> String {
            "\(scheme)://127.0.0.1:\(port)\(path)"
        }

        /// The bytes that each connection has received, by the connection's number.
        package var received: [Int: Data] { record.withLock { $0.received } }

        package var connectionCount: Int { received.count }

        /// The numbers of the connections whose scripts have ended.
        package var endedConnections: Set<Int> { record.withLock { $0.ended } }

        /// The first lines of the requests on all connections.
        package var requestLines: [String] {
            received.sorted { $0.key < $1.key }.flatMap { _, bytes in
                String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
                    .filter { $0.hasSuffix(" HTTP/1.1") }
            }
        }
    }

    extension Data {
        /// The bytes behind the first head.
        package var afterHead: Data {
            range(of: Data("\r\n\r\n".utf8)).map { Data(self[$0.upperBound...]) } ?? Data()
        }

        package func occurrences(of text: String) -> Int {
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
