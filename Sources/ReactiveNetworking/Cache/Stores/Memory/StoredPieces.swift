import Foundation

/// A body in memory, as pieces.
///
/// Small pieces are joined, so that a body that arrives byte by byte takes no more memory than another one.
struct StoredPieces: Sendable {
    /// The size up to which pieces are copied and joined.
    private static let joinedByteCount = 64 * 1_024
    /// The cost of one piece beside its bytes.
    private static let overhead = 96

    private(set) var pieces: [Data] = []
    /// The offset of the end of each piece.
    private var ends: [Int64] = []
    /// True if the last piece may have room at its end.
    private var isLastOpen = false

    init() {}

    init(_ pieces: [Data]) {
        for piece in pieces { append(piece) }
        close()
    }

    var byteCount: Int64 { ends.last ?? 0 }

    /// The memory that the pieces take.
    var cost: Int { Int(clamping: byteCount) + ends.count * Self.overhead }

    mutating func append(_ piece: Data) {
        guard !piece.isEmpty else { return }
        let end = byteCount + Int64(piece.count)
        if isLastOpen, let last = pieces.last, last.count + piece.count <= Self.joinedByteCount {
            pieces[pieces.count - 1].append(piece)
            ends[ends.count - 1] = end
            return
        }
        close()
        // A slice keeps all bytes of its buffer alive, and what follows a small piece is appended to it.
        let isCopied = piece.count < Self.joinedByteCount || piece.startIndex != 0
        pieces.append(isCopied ? piece.subdata(in: piece.startIndex..<piece.endIndex) : piece)
        ends.append(end)
        isLastOpen = piece.count < Self.joinedByteCount
    }

    /// Frees the room at the end of the last piece.
    mutating func close() {
        guard isLastOpen else { return }
        isLastOpen = false
        let last = pieces[pieces.count - 1]
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
        return wanted == 0..<piece.count ? piece : piece.subdata(in: wanted)
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
