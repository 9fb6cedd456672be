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

#if os(Linux)
    private let sendFlags = Int32(MSG_NOSIGNAL)
    // POLLRDHUP, which the Glibc module map omits: the peer closed its sending side, even if input is unread.
    private let hangUpEvent: Int16 = 0x2000
#else
    private let sendFlags: Int32 = 0
    private let hangUpEvent = Int16(POLLHUP)
#endif

/// A blocking TCP socket on the loopback interface. The value does not own the descriptor: its last user calls `close`.
struct Socket: Sendable {
    enum Waited: Sendable { case elapsed, hungUp }

    let descriptor: Int32

    /// Returns a socket bound to an address, with a free port if it has ports. It does not listen yet.
    static func bound(to address: LoopbackServer.Configuration.Address) throws(LoopbackServer.StartError) -> Socket {
        guard let name = SocketName(address) else {
            throw LoopbackServer.StartError(call: "bind", code: ENAMETOOLONG)
        }
        let descriptor = socket(name.family, streamType, 0)
        guard descriptor >= 0 else { throw LoopbackServer.StartError(call: "socket", code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard name.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            let code = errno
            Socket(descriptor: descriptor).close()
            throw LoopbackServer.StartError(call: "bind", code: code)
        }
        return Socket(descriptor: descriptor)
    }

    /// Makes a bound socket a listener whose `accept` never blocks.
    func listen(backlog: Int32) throws(LoopbackServer.StartError) {
        let result = systemListen(descriptor, backlog)
        guard result == 0 else { throw LoopbackServer.StartError(call: "listen", code: errno) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// The port, or 0 for a Unix-domain socket.
    var port: Int { SocketName(of: descriptor).port }

    /// Returns the next waiting connection, or `nil` if there is none or no descriptor is free.
    func accept() -> Socket? {
        let accepted = systemAccept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        // On BSD, an accepted socket inherits O_NONBLOCK from its listener.
        _ = fcntl(accepted, F_SETFL, 0)
        var on: Int32 = 1
        let onByteCount = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, onByteCount)
        #if canImport(Darwin)
            setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &on, onByteCount)
        #endif
        return Socket(descriptor: accepted)
    }

    /// Appends the next bytes. Returns false if the peer closed the connection or the connection broke.
    func receive(into buffer: inout [UInt8], atMost byteCount: Int) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) { scratch in
            while true {
                let count = recv(descriptor, scratch.baseAddress, byteCount, 0)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[..<count]))
                return true
            }
        }
    }

    /// Sends all bytes. Returns false if the connection broke before.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { all in
            var sent = 0
            while sent < all.count {
                let count = systemSend(descriptor, all.baseAddress?.advanced(by: sent), all.count - sent, sendFlags)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Waits for the given time, rounded up to a millisecond, or without limit, unless the peer closes its sending side
    /// first.
    func waitForHangUp(for duration: Duration?) -> Waited {
        let end = duration.map { ContinuousClock.now.advanced(by: $0) }
        while true {
            let left = end.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero { return .elapsed }
            var entry = pollfd(descriptor: descriptor, events: hangUpEvent)
            guard poll(&entry, 1, left.map(\.pollMilliseconds) ?? -1) > 0 else { continue }
            let over = hangUpEvent | Int16(POLLHUP) | Int16(POLLERR) | Int16(POLLNVAL)
            if entry.revents & over != 0 { return .hungUp }
            // Prevents a busy loop on systems that also report plain input here.
            usleep(1000)
        }
    }

    /// Discards input until the peer closes the connection or the time is over, so that closing sends a FIN and not a
    /// reset.
    func discardInput(for duration: Duration) {
        let end = ContinuousClock.now.advanced(by: duration)
        var dropped: [UInt8] = []
        while true {
            var entry = pollfd(descriptor: descriptor, events: Int16(POLLIN))
            let left = max(.zero, ContinuousClock.now.duration(to: end))
            guard poll(&entry, 1, left.pollMilliseconds) > 0 else { return }
            dropped.removeAll(keepingCapacity: true)
            guard receive(into: &dropped, atMost: 65_536), ContinuousClock.now < end || duration == .zero else {
                return
            }
        }
    }

    /// Removes the file of a Unix-domain socket.
    static func removeName(_ path: String) { unlink(path) }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Shuts down both directions, which wakes threads blocked in this socket.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    func close() {
        _ = systemClose(descriptor)
    }

    /// Makes the next `close` send a reset and drop unsent bytes.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

/// A pipe that wakes a polling thread when its write end is closed.
struct WakePipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws(LoopbackServer.StartError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoopbackServer.StartError(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    func wake() { _ = systemClose(writeEnd) }

    func closeReadEnd() { _ = systemClose(readEnd) }

    /// Waits for a connection on the listener, or for the given time. Returns false once woken.
    func waitsUnwoken(listener: Socket?, for duration: Duration? = nil) -> Bool {
        var entries = [pollfd(descriptor: readEnd, events: Int16(POLLIN))]
        if let listener { entries.append(pollfd(descriptor: listener.descriptor, events: Int16(POLLIN))) }
        _ = poll(&entries, nfds_t(entries.count), duration.map(\.pollMilliseconds) ?? -1)
        return entries[0].revents == 0
    }
}

extension Duration {
    fileprivate var pollMilliseconds: Int32 {
        Int32(min((self / .milliseconds(1)).rounded(.up), Double(Int32.max)))
    }
}

extension pollfd {
    fileprivate init(descriptor: Int32, events: Int16) {
        self.init(fd: descriptor, events: events, revents: 0)
    }
}

// The methods above shadow the system functions of the same name.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemAccept(
    _ descriptor: Int32,
    _ address: UnsafeMutablePointer<sockaddr>?,
    _ byteCount: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(descriptor, address, byteCount) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
