#if os(Linux)
    /// Counts the frames in bytes that arrive in any pieces, apart from DATA with bytes: the server may have sent those
    /// before it knew that their stream is over.
    struct HTTP2FrameCounter: Sendable {
        private static let headByteCount = 9

        /// The bytes of a frame's head that have arrived.
        private var head: [UInt8] = []
        /// The number of bytes that are left of a frame's payload.
        private var left = 0

        /// Returns the number of frames that begin in the bytes.
        mutating func count(_ bytes: UnsafeRawBufferPointer) -> Int {
            var count = 0
            var rest = bytes[...]
            while !rest.isEmpty {
                guard left == 0 else {
                    let skipped = min(left, rest.count)
                    left -= skipped
                    rest = rest.dropFirst(skipped)
                    continue
                }
                let piece = rest.prefix(Self.headByteCount - head.count)
                head.append(contentsOf: piece)
                rest = rest.dropFirst(piece.count)
                guard head.count == Self.headByteCount else { break }
                left = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
                if head[3] != HTTP2.Frame.data || left == 0 { count += 1 }
                head.removeAll(keepingCapacity: true)
            }
            return count
        }
    }
#endif
