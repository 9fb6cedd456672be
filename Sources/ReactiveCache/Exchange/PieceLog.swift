import Foundation
import ReactiveNetworking

/// The pieces of a body that somebody still needs, in order.
struct PieceLog: Sendable {
    private(set) var pieces: [Data] = []
    /// The number of pieces that were dropped.
    private(set) var firstNumber = 0
    /// The offset of the first piece.
    private(set) var start: Int64 = 0
    /// The offset behind the last piece.
    private(set) var end: Int64 = 0

    mutating func append(_ piece: Data) {
        pieces.append(piece)
        end += Int64(piece.count)
    }

    subscript(number: Int) -> Data? {
        let index = number - firstNumber
        return pieces.indices.contains(index) ? pieces[index] : nil
    }

    /// Drops the pieces that end at or before an offset.
    mutating func drop(to offset: Int64) {
        var count = 0
        while count < pieces.count, start + Int64(pieces[count].count) <= offset {
            start += Int64(pieces[count].count)
            count += 1
        }
        guard count > 0 else { return }
        pieces.removeFirst(count)
        firstNumber += count
    }
}
