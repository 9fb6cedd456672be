/// Reads the requests of one connection. Bytes of the next request stay in the buffer.
struct RequestReader {
    enum Failure: Error {
        /// The peer closed the connection between two requests.
        case ended
        /// The peer closed the connection during a request.
        case cutShort
        case rejected(RequestDefect, headBytes: [UInt8])
    }

    static let headByteLimit = 65_536
    private static let chunkLineByteLimit = 4096
    private static let readByteCount = 65_536

    let socket: Socket
    let bodyByteLimit: Int
    private var buffer: [UInt8] = []
    private var start = 0

    init(socket: Socket, bodyByteLimit: Int) {
        self.socket = socket
        self.bodyByteLimit = bodyByteLimit
    }

    mutating func nextHead() throws(Failure) -> RequestHead {
        let bytes = try headBytes()
        do {
            return try RequestHead(parsing: bytes)
        } catch {
            throw .rejected(error, headBytes: bytes)
        }
    }

    /// Returns the body that the head announces, and the trailer fields.
    mutating func body(of head: RequestHead) throws(Failure) -> (bytes: [UInt8], trailers: [LoopbackServer.HeaderField])
    {
        switch head.framing {
        case .none:
            return ([], [])
        case .length(let count):
            var body: [UInt8] = []
            try append(count, to: &body, of: head)
            return (body, [])
        case .chunked:
            return try chunkedBody(of: head)
        }
    }

    /// A Boolean value that indicates whether bytes of the body arrived with the head: a peer that sends them does not
    /// wait for a 100 response.
    var hasBufferedInput: Bool { start < buffer.count }

    private mutating func headBytes() throws(Failure) -> [UInt8] {
        var scanned = start
        while true {
            while scanned < buffer.count {
                defer { scanned += 1 }
                guard buffer[scanned] == UInt8(ascii: "\n") else {
                    guard scanned > start || buffer[scanned].isTokenCharacter || buffer[scanned] == UInt8(ascii: "\r")
                    else {
                        throw rejection("the first byte is not part of a method")
                    }
                    continue
                }
                guard scanned > start, buffer[scanned - 1] == UInt8(ascii: "\r") else {
                    throw rejection("a line ends without a carriage return")
                }
                if scanned == start + 1 {
                    // RFC 9112 §2.2: an empty line before a request is ignored.
                    start = scanned + 1
                } else if scanned >= start + 3, buffer[scanned - 2] == UInt8(ascii: "\n") {
                    return take(scanned + 1 - start)
                }
            }
            guard buffer.count - start < Self.headByteLimit else {
                throw rejection("the head is longer than \(Self.headByteLimit) bytes", status: 431)
            }
            let hadSome = hasBufferedInput
            let consumed = start
            guard fill() else { throw hadSome ? .cutShort : .ended }
            scanned -= consumed - start
        }
    }

    private mutating func chunkedBody(
        of head: RequestHead
    ) throws(Failure) -> (bytes: [UInt8], trailers: [LoopbackServer.HeaderField]) {
        var body: [UInt8] = []
        while true {
            let sizeLine = try line(of: head)
            let digits = sizeLine.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks
            guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
                let count = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else {
                let defect = RequestDefect(reason: "a chunk size is not a hexadecimal number")
                throw .rejected(defect, headBytes: head.bytes)
            }
            guard count > 0 else { break }
            try append(count, to: &body, of: head)
            guard try line(of: head).isEmpty else {
                throw .rejected(RequestDefect(reason: "a chunk is longer than its size"), headBytes: head.bytes)
            }
        }
        return (body, try trailers(of: head))
    }

    private mutating func trailers(of head: RequestHead) throws(Failure) -> [LoopbackServer.HeaderField] {
        var lines: [ArraySlice<UInt8>] = []
        var byteCount = 0
        while true {
            let line = try line(of: head)
            guard !line.isEmpty else { break }
            byteCount += line.count
            guard byteCount < Self.headByteLimit else {
                throw .rejected(RequestDefect(status: 431, reason: "the trailers are too long"), headBytes: head.bytes)
            }
            lines.append(line)
        }
        do {
            return try RequestHead.fields(in: lines)
        } catch {
            throw .rejected(error, headBytes: head.bytes)
        }
    }

    /// Moves the next bytes to the body, up to the limit.
    private mutating func append(_ count: Int, to body: inout [UInt8], of head: RequestHead) throws(Failure) {
        guard count <= bodyByteLimit - body.count else {
            let defect = RequestDefect(status: 413, reason: "the body is longer than \(bodyByteLimit) bytes")
            throw .rejected(defect, headBytes: head.bytes)
        }
        let end = body.count + count
        let buffered = min(count, buffer.count - start)
        body.append(contentsOf: take(buffered))
        while body.count < end {
            guard socket.receive(into: &body, atMost: min(end - body.count, Self.readByteCount)) else {
                throw .cutShort
            }
        }
    }

    private mutating func line(of head: RequestHead) throws(Failure) -> ArraySlice<UInt8> {
        var scanned = 0
        while true {
            if let feed = buffer[(start + scanned)...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = take(feed + 1 - start)
                guard line.count >= 2, line[line.count - 2] == UInt8(ascii: "\r") else {
                    let defect = RequestDefect(reason: "a chunk line ends without a carriage return")
                    throw .rejected(defect, headBytes: head.bytes)
                }
                return line.dropLast(2)
            }
            scanned = buffer.count - start
            guard scanned < Self.chunkLineByteLimit else {
                throw .rejected(RequestDefect(reason: "a chunk line is too long"), headBytes: head.bytes)
            }
            guard fill() else { throw .cutShort }
        }
    }

    /// Reads once, after dropping the consumed bytes.
    private mutating func fill() -> Bool {
        buffer.removeFirst(start)
        start = 0
        return socket.receive(into: &buffer, atMost: Self.readByteCount)
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer {
            start += count
            if start == buffer.count {
                buffer.removeAll(keepingCapacity: true)
                start = 0
            }
        }
        return Array(buffer[start..<(start + count)])
    }

    private func rejection(_ reason: String, status: Int = 400) -> Failure {
        .rejected(RequestDefect(status: status, reason: reason), headBytes: Array(buffer[start...]))
    }
}
