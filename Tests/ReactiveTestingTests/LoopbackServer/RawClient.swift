import ReactiveTesting

#if canImport(Glibc)
    import Glibc
    private let streamType = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
    import Musl
    private let streamType = SOCK_STREAM
#else
    import Darwin
    private let streamType = SOCK_STREAM
#endif

/// A plain TCP client, so that tests check the bytes of the server and not a client's interpretation of them.
final class RawClient {
    /// The way in which the stream of bytes ended.
    enum End: Equatable { case fin, reset, silence, nextReply }

    private let descriptor: Int32
    let isConnected: Bool

    convenience init(_ server: LoopbackServer) {
        self.init(port: server.port)
    }

    init(port: Int) {
        descriptor = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let target = descriptor
        isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(target, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    deinit { _ = Self.systemClose(descriptor) }

    /// Sends all bytes, and returns whether the connection accepted them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Self.systemSend(descriptor, $0) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads the given number of bytes, or fewer if the stream ends or pauses for ten seconds.
    func read(_ count: Int) -> String { String(decoding: receive(count, patience: 10_000).bytes, as: UTF8.self) }

    /// Reads to the end of the stream, or until nothing has arrived for the given time.
    func readToEnd(patience milliseconds: Int32 = 10_000) -> (text: String, end: End) {
        let (bytes, end) = receive(.max, patience: milliseconds)
        return (String(decoding: bytes, as: UTF8.self), end)
    }

    private func receive(_ wanted: Int, patience: Int32) -> (bytes: [UInt8], end: End) {
        var bytes: [UInt8] = []
        var scratch = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < wanted {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, patience) > 0 else { return (bytes, .silence) }
            let count = recv(descriptor, &scratch, min(scratch.count, wanted - bytes.count), 0)
            if count == 0 { return (bytes, .fin) }
            if count < 0 { return (bytes, .reset) }
            bytes += scratch[..<count]
        }
        return (bytes, .silence)
    }

    private static func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

    private static func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if os(Linux)
            return Int(sendNoSignal(descriptor, bytes))
        #else
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            return write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    #if os(Linux)
        private static func sendNoSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), nil, 0)
        }
    #endif
}

extension LoopbackServer {
    /// Returns the bytes of the answer to one request that gets this reply. A second request after the first shows
    /// whether the connection is still usable.
    static func answer(
        _ reply: Reply,
        to request: String = "GET / HTTP/1.1\r\n\r\n",
        patience milliseconds: Int32 = 10_000
    ) throws -> (text: String, end: RawClient.End) {
        let marker = "the next reply"
        let server = try LoopbackServer()
        server.on("/", reply)
        server.on("/next", .raw(marker, then: .close))
        let client = RawClient(server)
        client.send("\(request)GET /next HTTP/1.1\r\n\r\n")
        let (text, end) = client.readToEnd(patience: milliseconds)
        return text.hasSuffix(marker) ? (String(text.dropLast(marker.count)), .nextReply) : (text, end)
    }
}
