import CReactiveSystem
import ReactiveNetworking

/// Deflates the messages of a client (RFC 7692 §7.2.1).
final class MessageDeflater: @unchecked Sendable {
    // SAFETY: It belongs to one session, whose calls come one at a time.

    private static let roomByteCount = 16 * 1_024
    /// The number of bytes at the end of a message that are left out: those of an empty stored block.
    private static let tailByteCount = 4
    /// The window of 256 bytes, which zlib does not offer.
    private static let unsupportedBits = 8

    private let compression: WebSocketCompression
    private var stream: OpaquePointer?
    private var isPrepared = false

    /// - Parameter compression: What both sides have agreed on.
    init(_ compression: WebSocketCompression) {
        self.compression = compression
    }

    deinit {
        if let stream { czlib_free(stream) }
    }

    /// Returns whether a message of a size goes out compressed. If it does, all of it must be.
    func deflates(_ byteCount: Int) -> Bool {
        guard byteCount >= max(1, compression.minMessageByteCount) else { return false }
        if !isPrepared { prepare() }
        return stream != nil
    }

    /// Creates the encoder, whose memory a socket that sends nothing large does not need.
    private func prepare() {
        isPrepared = true
        let bits = Int32(compression.clientMaxWindowBits)
        guard bits != Self.unsupportedBits else { return }
        // With this level, its tables take as much memory as its window.
        stream = czlib_create_deflater(-bits, bits - 7)
    }

    /// Deflates the next bytes of a message.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, at least one.
    ///   - isLast: Whether the message ends with them.
    /// - Returns: The bytes that can be sent; none if they depend on what follows.
    func deflate(_ bytes: Data, isLast: Bool) -> [UInt8] {
        guard let stream else { return [] }
        var deflated: [UInt8] = []
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.roomByteCount)
        defer { room.deallocate() }
        bytes.withUnsafeBytes { bytes in
            let input = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let input, let output = room.baseAddress else { return }
            var position = 0
            var madeCount = 0
            repeat {
                var takenCount = bytes.count - position
                madeCount = room.count
                czlib_deflate(stream, input + position, &takenCount, output, &madeCount, isLast ? 1 : 0)
                position += takenCount
                deflated.append(contentsOf: room.prefix(madeCount))
                // The encoder stops before it has taken all bytes only if there is no room left.
            } while madeCount == room.count
        }
        guard isLast else { return deflated }
        deflated.removeLast(min(Self.tailByteCount, deflated.count))
        if compression.clientNoContextTakeover { czlib_reset(stream) }
        return deflated
    }
}
