import ReactiveHTTPModel

/// The writes and pauses of a reply to one request, in order, computed without I/O.
struct ReplyPlan {
    enum Step: Equatable {
        case send([UInt8])
        case pause(Duration)
    }

    /// The properties of a request that affect its reply.
    struct Exchange {
        let isHead: Bool
        let minorVersion: Int
        let keepsAlive: Bool

        /// Creates the properties. `bodyWasRead` is false if unread input prevents another request on the connection.
        init(_ head: RequestHead, bodyWasRead: Bool) {
            isHead = head.method == "HEAD"
            minorVersion = head.minorVersion
            let options = head.headers.tokens(of: "Connection")
            let wanted = minorVersion == 1 ? !options.contains("close") : options.contains("keep-alive")
            keepsAlive = wanted && bodyWasRead
        }
    }

    /// The maximum size of adjacent pieces that are joined into one write.
    private static let joinedByteLimit = 65_536

    private(set) var steps: [Step] = []
    /// The steps repeated after the others until the peer closes the connection.
    private(set) var refrain: [Step] = []
    private(set) var ending: LoopbackServer.Reply.Ending

    init(_ reply: LoopbackServer.Reply, for exchange: Exchange) {
        ending = reply.ending
        for prelude in reply.preludes {
            switch prelude {
            case .delay(let delay): pause(delay)
            case .interim(let status, let headers): send(Self.head(status, reason: nil, headers))
            }
        }
        if case .raw(let bytes) = reply.content {
            send(bytes, interval: reply.drip?.interval)
            if !exchange.keepsAlive && ending == .keepAlive { ending = .close }
            return
        }
        let headers = framedHeaders(of: reply, for: exchange)
        let head = Self.head(reply.status, reason: reply.reason, headers)
        let headInterval = reply.drip?.part == .everything ? reply.drip?.interval : nil
        if case .head(let count) = reply.cut {
            send(Array(head.prefix(count)), interval: headInterval)
            return
        }
        send(head, interval: headInterval)
        if !exchange.isHead && reply.allowsBody { addBody(of: reply, for: exchange) }
    }

    /// Returns the headers with those added that the framing and the ending require.
    private mutating func framedHeaders(
        of reply: LoopbackServer.Reply,
        for exchange: Exchange
    ) -> [LoopbackServer.HeaderField] {
        var headers = reply.headers
        let namesCoding = !headers.values(of: "Transfer-Encoding").isEmpty
        let namesLength = !headers.values(of: "Content-Length").isEmpty
        var isDelimited = true
        switch reply.content {
        case .bytes(let bytes) where reply.allowsBody && !namesCoding && !namesLength:
            headers.append(LoopbackServer.HeaderField("Content-Length", String(bytes.count)))
        case .chunks, .endless:
            isDelimited = exchange.minorVersion == 1
            if isDelimited && reply.allowsBody && !namesCoding {
                headers.append(LoopbackServer.HeaderField("Transfer-Encoding", "chunked"))
            }
        default: break
        }
        guard ending == .keepAlive else { return headers }
        let options = headers.tokens(of: "Connection")
        if options.contains("close") {
            ending = .close
        } else if !exchange.keepsAlive || !isDelimited {
            ending = .close
            headers.append(LoopbackServer.HeaderField("Connection", "close"))
        } else if exchange.minorVersion == 0 && options.isEmpty {
            headers.append(LoopbackServer.HeaderField("Connection", "keep-alive"))
        }
        return headers
    }

    private mutating func addBody(of reply: LoopbackServer.Reply, for exchange: Exchange) {
        var left: Int? = if case .body(let count) = reply.cut { count } else { nil }
        for step in reply.bodySteps(framed: exchange.minorVersion == 1) {
            switch step {
            case .pause(let delay):
                pause(delay)
            case .send(let bytes):
                let part = left.map { Array(bytes.prefix($0)) } ?? bytes
                send(part, interval: reply.drip?.interval)
                left? -= part.count
            }
            if left == 0 { return }
        }
        if case .endless(let chunk) = reply.content, left == nil {
            refrain = chunk.steps(framed: exchange.minorVersion == 1)
        }
    }

    private mutating func pause(_ delay: Duration) {
        if delay > .zero { steps.append(.pause(delay)) }
    }

    private mutating func send(_ bytes: [UInt8], interval: Duration? = nil) {
        if let interval {
            for byte in bytes { steps += [.pause(interval), .send([byte])] }
        } else if case .send(var joined)? = steps.last, joined.count + bytes.count <= Self.joinedByteLimit {
            steps.removeLast()
            joined.append(contentsOf: bytes)
            steps.append(.send(joined))
        } else if !bytes.isEmpty {
            steps.append(.send(bytes))
        }
    }

    private static func head(_ status: HTTP.StatusCode, reason: String?, _ headers: [LoopbackServer.HeaderField])
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        bytes.append(contentsOf: "HTTP/1.1 \(status.rawValue) \(reason ?? status.reasonPhrase ?? "")\r\n".utf8)
        for header in headers {
            bytes.append(contentsOf: header.name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: header.value.utf8)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }
}

extension LoopbackServer.Reply {
    fileprivate var allowsBody: Bool { !status.isInformational && status != 204 && status != 304 }

    fileprivate func bodySteps(framed: Bool) -> [ReplyPlan.Step] {
        switch content {
        case .bytes(let bytes): return [.send(bytes)]
        case .chunks(let chunks):
            let steps = chunks.flatMap { $0.steps(framed: framed) }
            guard framed, cut != .lastChunk else { return steps }
            return steps + [.send(Array("0\r\n\(trailers.map { "\($0)\r\n" }.joined())\r\n".utf8))]
        case .endless(let chunk): return chunk.steps(framed: framed)
        case .raw, .echo: return []
        }
    }
}

extension LoopbackServer.Reply.Chunk {
    fileprivate func steps(framed: Bool) -> [ReplyPlan.Step] {
        // An empty chunk would end the body.
        guard !bytes.isEmpty else { return [.pause(delay)] }
        guard framed else { return [.pause(delay), .send(bytes)] }
        let size = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
        return [.pause(delay), .send(size + bytes + Array("\r\n".utf8))]
    }
}
