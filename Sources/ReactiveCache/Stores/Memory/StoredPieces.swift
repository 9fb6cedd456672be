import ReactiveNetworking

/// A body in memory, as pieces.
///
/// Small pieces are joined, so that a body that arrives byte by byte takes no more memory than another one.
struct StoredPieces: Sendable {
    /// The size up to which pieces are copied and joined.
    private static let joinedByteCount = 64 * 1_024
    /// The smallest room for several pieces.
    private static let leastCapacity = 1_024
    /// The cost of one piece beside its bytes.
    private static let overhead = 96

    private(set) var pieces: [Data] = []
    /// The offset of the end of each piece.
    private var ends: [Int64] = []
    /// The size of the last piece with the room at its end, or `nil` if nothing may follow in it.
    private var openCapacity: Int?

    init() {}

    init(_ pieces: [Data]) {
        for piece in pieces { append(piece) }
        close()
    }

    var byteCount: Int64 { ends.last ?? 0 }

    /// The memory that the pieces take.
    var cost: Int {
        let room = openCapacity.map { $0 - (pieces.last?.count ?? 0) } ?? 0
        return Int(clamping: byteCount) + room + ends.count * Self.overhead
    }

    /// Returns how much the cost grows, at most, if a piece is appended.
    func growth(by count: Int) -> Int {
        guard count > 0 else { return 0 }
        guard let openCapacity, let capacity = capacity(with: count) else { return count + Self.overhead }
        return capacity - openCapacity
    }

    /// Returns the size that the last piece needs for more bytes; `nil` if they become a piece of their own.
    private func capacity(with count: Int) -> Int? {
        guard let openCapacity, let last = pieces.last, last.count + count <= Self.joinedByteCount else { return nil }
        let needed = last.count + count
        guard needed > openCapacity else { return openCapacity }
        return min(max(2 * openCapacity, needed, Self.leastCapacity), Self.joinedByteCount)
    }

    mutating func append(_ piece: Data) {
        guard !piece.isEmpty else { return }
        let end = byteCount + Int64(piece.count)
        if let openCapacity, let capacity = capacity(with: piece.count) {
            if capacity > openCapacity { pieces[pieces.count - 1].reserveCapacity(capacity) }
            pieces[pieces.count - 1].append(piece)
            ends[ends.count - 1] = end
            self.openCapacity = capacity
            return
        }
        close()
        // A slice keeps all bytes of its buffer alive, and what follows a small piece is appended to it.
        let isSmall = piece.count < Self.joinedByteCount
        let isCopied = isSmall || piece.startIndex != 0
        pieces.append(isCopied ? piece.subdata(in: piece.startIndex..<piece.endIndex) : piece)
        ends.append(end)
        openCapacity = isSmall ? piece.count : nil
    }

    /// Frees the room at the end of the last piece.
    mutating func close() {
        defer { openCapacity = nil }
        guard let openCapacity, let last = pieces.last, last.count < openCapacity else { return }
        pieces[pieces.count - 1] = last.subdata(in: 0..<last.count)
    }

    /// Returns bytes from the beginning of a range, at most to its end.
    ///
    /// - Parameter range: The offsets, which are not empty and within the body.
    func bytes(in range: Range<Int64>) -> Data {
        let index = firstEnd(after: range.lowerBound)
        let piece = pieces[index]
        let start = ends[index] - Int64(piece.count)
        let wanted = Int(range.lowerBound - start)..<Int(min(range.upperBound, ends[index]) - start)
        // Whoever holds a piece that grows makes each growth a copy.
        let mayGrow = openCapacity != nil && index == pieces.count - 1
        return wanted == 0..<piece.count && !mayGrow ? piece : piece.subdata(in: wanted)
    }

    /// Returns the index of the piece with the byte at an offset.
    private func firstEnd(after offset: Int64) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
