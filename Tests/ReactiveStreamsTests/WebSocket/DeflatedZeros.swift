import Foundation

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// Many zeros in few bytes.
enum DeflatedZeros {
    /// Returns a part of a compressed message that inflates to a number of zeros.
    static func bytes(byteCount: Int) -> [UInt8] {
        let deflater = MessageDeflater(WebSocketCompression())
        guard deflater.deflates(byteCount) else { return [] }
        let piece = Data(count: 1 << 20)
        let wholes = (0..<byteCount >> 20).flatMap { _ in deflater.deflate(piece, isLast: false) }
        return wholes + deflater.deflate(Data(count: max(1, byteCount & (1 << 20 - 1))), isLast: true)
    }
}
