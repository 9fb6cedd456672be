import CReactiveSystem
import ReactiveNetworking

/// Inflates the messages of a server (RFC 7692 §7.2.2).
final class MessageInflater: @unchecked Sendable {
    // SAFETY: It belongs to the reader of one session, whose calls come one at a time.

    /// The size of the pieces in which a message is inflated.
    private static let pieceByteCount = 16 * 1_024
    /// The end of a message, which its sender leaves out.
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    private let stream: OpaquePointer?
    private let keepsContext: Bool
    /// A Boolean value that indicates whether the last byte was the last one of a final block, which only ends a stream
    /// of blocks (RFC 7692 §7.2.3.4).
    private var isAtEnd = false

    /// - Parameter compression: What both sides have agreed on.
    init(_ compression: WebSocketCompression) {
        // Some encoders that are asked for 8 take 9.
        stream = czlib_create_inflater(-Int32(max(9, compression.serverMaxWindowBits)))
        keepsContext = !compression.serverNoContextTakeover
    }

    deinit {
        if let stream { czlib_free(stream) }
    }

    /// Inflates the next bytes of a message.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - take: Receives what they contain, in pieces of at most 16 KiB.
    func inflate(
        _ bytes: Span<UInt8>,
        _ take: (Span<UInt8>) throws(WebSocketViolation) -> Void
    ) throws(WebSocketViolation) {
        guard let stream else { throw .undecodable }
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceByteCount)
        defer { room.deallocate() }
        guard let output = room.baseAddress else { return }
        var position = 0
        var isFull = false
        // The decoder may hold output even after all input has been consumed.
        while position < bytes.count || isFull {
            if isAtEnd { czlib_continue(stream) }
            var takenCount = bytes.count - position
            var madeCount = room.count
            let code = bytes.extracting(position...).withUnsafeBufferPointer { input in
                czlib_inflate(stream, input.baseAddress ?? UnsafePointer(output), &takenCount, output, &madeCount)
            }
            // The bytes before a wrong one have their own verdict, however they are cut.
            if madeCount > 0 { try take(UnsafeBufferPointer(rebasing: room.prefix(madeCount)).span) }
            guard code >= 0 else { throw .undecodable }
            isAtEnd = code == 1
            position += takenCount
            isFull = madeCount == room.count && !isAtEnd
        }
    }

    /// Inflates the end of a message.
    ///
    /// - Parameter take: Receives what it contains.
    func finish(_ take: (Span<UInt8>) throws(WebSocketViolation) -> Void) throws(WebSocketViolation) {
        if !isAtEnd { try inflate(Self.tail.span, take) }
        guard let stream, isAtEnd || czlib_is_between_blocks(stream) != 0 else { throw .undecodable }
        guard !keepsContext else { return }
        czlib_reset(stream)
        isAtEnd = false
    }
}
