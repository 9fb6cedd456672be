extension [Frame] {
    /// Changes a response so that it violates the rules for messages (RFC 9113 §8), or is reset.
    mutating func mutate(_ stream: UInt32, _ random: inout Seeded) {
        let final = Frame.head(stream, [(":status", "200")]).payload
        let head = firstIndex { $0.payload.starts(with: final) } ?? 0
        let fields = [
            ("content-length", "123456"), ("content-length", "-1"), ("Upper", "x"), (":status", "200"),
            ("connection", "close"),
            ("transfer-encoding", "chunked"), ("a b", "c"), ("x", "a\r\nb"), ("x", "\0"), (":path", "/"), ("", "x"),
            (":status", "20"),
        ]
        let resets: [UInt32] = [0, 1, 2, 5, 7, 8, 11, 999]
        switch random.number(0...8) {
        case 0, 1, 2: self[head].payload += Frame.block([random.one(of: fields)])
        case 3:
            let start = random.number(0...count)
            removeSubrange(start...)
            append(Frame(Frame.Kind.reset, stream: stream, Frame.number(random.one(of: resets))))
        case 4: append(Frame(Frame.Kind.reset, stream: stream, Frame.number(random.one(of: resets))))
        case 5: insert(Frame.head(stream, [("x-trailer", "t")]), at: random.number(0...count))
        // Without a head, or behind their end, frames cost the connection (RFC 9113 §5.1).
        case 6:
            let index = random.number(0...count - 1)
            if index != head { remove(at: index) }
        case 7:
            removeSubrange(random.number(0...count)...)
            append(Frame.head(stream, [(":status", "103")], isEnd: true))
        default: enlarge(head)
        }
    }

    /// Gives a head more fields than allowed, in frames of its continuation.
    private mutating func enlarge(_ head: Int) {
        guard self[head].kind == Frame.Kind.headers else { return }
        self[head].flags &= ~Frame.endHeaders
        let stream = self[head].stream
        let block = [UInt8](
            repeatElement(Frame.block([("x", String(repeating: "y", count: 120))]), count: 120).joined()
        )
        var more = (0..<20).map { _ in Frame(Frame.Kind.continuation, stream: stream, block) }
        more[more.count - 1].flags = Frame.endHeaders
        insert(contentsOf: more, at: head + 1)
    }

    /// Returns the bytes with a few changes, in frames or in bytes.
    func changed(_ random: inout Seeded) -> [UInt8] {
        var frames = self
        for _ in 0..<random.number(0...3) {
            let index = random.number(0...frames.count - 1)
            switch random.number(0...7) {
            case 0: frames.remove(at: index)
            case 1: frames.insert(frames[index], at: random.number(0...frames.count - 1))
            case 2: frames.swapAt(index, random.number(0...frames.count - 1))
            case 3: frames[index].kind = UInt8(random.number(0...10))
            case 4: frames[index].flags ^= 1 << UInt8(random.number(0...7))
            case 5: frames[index].stream = UInt32(random.one(of: [0, 1, 2, 3, 5, 7, 9, 101, 0x7FFF_FFFF]))
            case 6: frames[index].payload = [UInt8](frames[index].payload.shuffled(using: &random))
            default:
                let last = Frame.number(UInt32(random.number(0...9))) + Frame.number(UInt32(random.number(0...12)))
                frames.insert(Frame(Frame.Kind.goaway, last), at: index)
            }
            guard !frames.isEmpty else { return [] }
        }
        var bytes = frames.flatMap(\.bytes)
        for _ in 0..<random.number(0...3) where !bytes.isEmpty {
            let start = random.number(0...bytes.count - 1)
            let end = Swift.min(bytes.count, start + random.number(1...12))
            switch random.number(0...4) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.number(0...bytes.count))
            case 2: bytes[start] = UInt8(random.number(0...255))
            case 3: bytes[start] ^= 1 << UInt8(random.number(0...7))
            default: if random.chance(1, of: 3) { bytes.removeSubrange(start...) }
            }
        }
        return bytes.wantsHTTP1 ? [] : bytes
    }
}

extension [UInt8] {
    /// A Boolean value that indicates whether a frame asks for HTTP/1.1, which the client would then speak with this
    /// server for ever.
    fileprivate var wantsHTTP1: Bool {
        var rest = self[...]
        while let frame = Frame(removedFrom: &rest) {
            guard [Frame.Kind.reset, Frame.Kind.goaway].contains(frame.kind) else { continue }
            let start = frame.kind == Frame.Kind.reset ? 0 : 4
            if frame.payload.dropFirst(start).starts(with: Frame.number(13)) { return true }
        }
        return false
    }
}
