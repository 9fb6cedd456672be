/// Bytes of a response, and how a server writes them.
struct Delivery: Sendable {
    /// The treatment of the connection after the last byte.
    enum Ending: String, Sendable {
        /// The server waits for the next request.
        case stays
        /// The server ends its side.
        case closes
        /// The server resets the connection.
        case resets
    }

    /// Bytes that are written at once.
    struct Piece: Sendable {
        let range: Range<Int>
        /// The time to wait before.
        let milliseconds: Int32
    }

    let bytes: [UInt8]
    let pieces: [Piece]
    let ending: Ending

    /// Creates a delivery in one piece.
    init(_ bytes: [UInt8], then ending: Ending = .stays) {
        self.bytes = bytes
        pieces = [Piece(range: bytes.indices, milliseconds: 0)]
        self.ending = ending
    }

    /// Creates a delivery that is whole, cut at random positions, or cut at each of the first bytes.
    init(_ bytes: [UInt8], then ending: Ending, _ random: inout Seeded) {
        self.bytes = bytes
        self.ending = ending
        var cuts: [Int] = []
        switch random.number(0...7) {
        case 0...2: break
        case 3: cuts = Array(bytes.indices.prefix(400))
        default: cuts = (0..<random.number(1...6)).map { _ in random.number(0...bytes.count) }.sorted()
        }
        let isSlow = cuts.count < 8 && random.chance(1, of: 3)
        var pieces: [Piece] = []
        var start = 0
        for end in cuts + [bytes.count] where end > start {
            let pause = isSlow ? random.one(of: [0, 1, 3]) : 0
            pieces.append(Piece(range: start..<end, milliseconds: Int32(pause)))
            start = end
        }
        self.pieces = pieces
    }
}

extension Delivery: CustomStringConvertible {
    var description: String {
        let shown = pieces.prefix(12).map {
            "\($0.milliseconds > 0 ? "(\($0.milliseconds) ms) " : "")\($0.range.count)"
        }
        let text = String(decoding: bytes.prefix(1_000), as: UTF8.self).debugDescription
        let omitted = bytes.count > 1_000 ? " and so on" : ""
        let rest = pieces.count > shown.count ? " and \(pieces.count - shown.count) more" : ""
        let sizes = shown.joined(separator: ", ") + rest
        return "\(text)\(omitted) in pieces of \(sizes), then the connection \(ending.rawValue)"
    }
}
