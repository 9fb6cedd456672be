#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// A server for one request of any size: it counts the bytes of the body, discards them, and answers 200.
    package final class ByteSink: Sendable {
        private struct NoSocket: Error {}

        package let url: String
        private let count = Locked<Int64>(0)

        /// The number of bytes of the body received so far.
        package var bodyByteCount: Int64 { count.withLock { $0 } }

        package init() throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutableBytes(of: &address) { bytes in
                let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
                return bind(listener, pointer, size) | listen(listener, 1) | getsockname(listener, pointer, &size)
            }
            guard listener >= 0, code == 0 else { throw NoSocket() }
            url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
            let count = count
            Thread.detachNewThread {
                let connection = accept(listener, nil, nil)
                close(listener)
                Self.serve(connection) { more in count.withLock { $0 += Int64(more) } }
                close(connection)
            }
        }

        private static func serve(_ connection: Int32, _ received: (Int) -> Void) {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            var head: [UInt8] = []
            while !head.contains(Array("\r\n\r\n".utf8)) {
                guard recv(connection, &buffer, 1, 0) == 1 else { return }
                head.append(buffer[0])
            }
            let fields = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
            let length = fields.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
            answer(connection, "HTTP/1.1 100 Continue\r\n\r\n")
            var left = length ?? 0
            while left > 0 {
                let count = recv(connection, &buffer, min(left, buffer.count), 0)
                guard count > 0 else { return }
                received(count)
                left -= count
            }
            answer(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }

        private static func answer(_ connection: Int32, _ text: String) {
            let bytes = Array(text.utf8)
            _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }
#endif
