import ReactiveNetworking

/// The responses to exchanges that begin together, as a seed determines them.
struct FrameScript: Sendable {
    /// The name of a script in the bodies of its requests.
    enum Kind: String, Sendable {
        case random
        case honest
    }

    /// The part of the responses that is changed.
    enum Mutation: Sendable, CustomStringConvertible {
        case none
        /// One response violates the rules. It costs its stream only.
        case stream(index: Int)
        /// Any bytes are changed. Then the connection ends.
        case connection

        var description: String {
            switch self {
            case .none: "nothing is changed"
            case .stream(let index): "response \(index) is changed"
            case .connection: "any bytes are changed"
            }
        }
    }

    static let size = 4

    let kind: Kind
    let seed: UInt64
    let mutation: Mutation
    private let random: Seeded

    init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        self.seed = seed
        var random = Seeded(kind == .random ? seed : ~seed)
        switch random.number(0...5) {
        case 0: mutation = .none
        case 1...3: mutation = kind == .random ? .stream(index: random.number(0...Self.size - 1)) : .none
        default: mutation = kind == .random ? .connection : .none
        }
        self.random = random
    }

    /// The body of a request, which names its script.
    func requestBody(_ index: Int) -> String { "\(kind.rawValue) \(seed) \(index)" }

    /// Recognizes the body of a request.
    static func find(_ body: [UInt8]) -> (script: FrameScript, index: Int)? {
        let parts = String(decoding: body, as: UTF8.self).split(separator: " ")
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])), let seed = UInt64(parts[1]),
            let index = Int(parts[2])
        else { return nil }
        return (FrameScript(kind, seed: seed), index)
    }

    /// The only right result of an exchange; `nil` if any end is right.
    func meaning(_ index: Int) -> RandomResponse.Meaning? {
        switch mutation {
        case .connection, .stream(index): nil
        default: RandomResponse.Meaning(status: 200, body: body(index), informationalCount: parts(index).hints)
        }
    }

    private func body(_ index: Int) -> [UInt8] {
        Array(String(repeating: "\(requestBody(index)) ", count: parts(index).repetitions).utf8)
    }

    private func parts(_ index: Int) -> (hints: Int, repetitions: Int) {
        var random = Seeded(seed &* 31 &+ UInt64(index))
        return (random.chance(1, of: 4) ? random.number(1...3) : 0, random.number(0...60))
    }

    /// Returns the bytes that answer requests.
    ///
    /// - Parameter streams: The streams, with the numbers of their requests, and whether the request was answered
    ///   before. It gets its right response then.
    func bytes(_ streams: [(stream: UInt32, index: Int, isRepeated: Bool)]) -> [UInt8] {
        var random = random
        var responses = streams.map { stream, index, isRepeated in
            var frames = response(index, on: stream, &random)
            if case .stream(index) = mutation, !isRepeated { frames.mutate(stream, &random) }
            return frames[...]
        }
        var frames: [Frame] = []
        while !responses.isEmpty {
            let next = random.number(0...responses.count - 1)
            if let frame = responses[next].popFirst() {
                frames.append(frame)
                // Nothing may come between the frames of a head.
                while responses[next].first?.kind == Frame.Kind.continuation, let more = responses[next].popFirst() {
                    frames.append(more)
                }
            } else {
                responses.remove(at: next)
            }
            if random.chance(1, of: 6) { frames.append(Self.noise(streams[0].stream, &random)) }
        }
        guard case .connection = mutation, !streams.contains(where: \.isRepeated) else {
            return frames.flatMap(\.bytes)
        }
        return frames.changed(&random)
    }

    private func response(_ index: Int, on stream: UInt32, _ random: inout Seeded) -> [Frame] {
        let content = body(index)
        var frames = (0..<parts(index).hints).map { _ in
            Frame.head(stream, [(":status", random.one(of: ["102", "103", "199"])), ("link", "</a.css>")])
        }
        var fields = [(":status", "200"), ("x-script", requestBody(index))]
        if random.chance(1, of: 2) { fields.append(("content-length", "\(content.count)")) }
        if random.chance(1, of: 3) { fields += [("set-cookie", "a=b"), ("set-cookie", "c=d"), ("x-empty", "")] }
        frames.append(Frame.head(stream, fields))
        var rest = content[...]
        while !rest.isEmpty {
            let piece = rest.prefix(random.number(1...400))
            rest = rest.dropFirst(piece.count)
            let padding = random.chance(1, of: 4) ? random.number(0...40) : nil
            let payload = padding.map { [UInt8($0)] + piece + [UInt8](repeating: 0, count: $0) } ?? Array(piece)
            frames.append(Frame(Frame.Kind.data, flags: padding == nil ? 0 : Frame.padded, stream: stream, payload))
        }
        switch random.number(0...2) {
        case 0: frames.append(Frame.head(stream, [("x-trailer", "t")], isEnd: true))
        case 1: frames.append(Frame(Frame.Kind.data, flags: Frame.endStream, stream: stream))
        default: frames[frames.count - 1].flags |= Frame.endStream
        }
        return frames
    }

    /// A frame that changes nothing.
    private static func noise(_ stream: UInt32, _ random: inout Seeded) -> Frame {
        switch random.number(0...5) {
        case 0: Frame(Frame.Kind.ping, [UInt8](repeating: 7, count: 8))
        case 1: Frame(Frame.Kind.settings)
        case 2: Frame(Frame.Kind.settings, [0, 3, 0, 0, 0, UInt8(random.number(50...100))])
        case 3: Frame(Frame.Kind.windowUpdate, Frame.number(1))
        case 4: Frame(Frame.Kind.priority, stream: stream, [0, 0, 0, 0, 9])
        default: Frame(0x42, flags: 9, stream: stream, [1, 2, 3])
        }
    }
}
