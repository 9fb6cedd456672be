#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The bytes that the source of a request body has written and the connection has not taken yet, with their number
    /// compared to the announced one.
    struct BodyBuffer: Sendable {
        /// The state of a buffer without readable bytes.
        enum Exhaustion: Sendable {
            /// The source has not ended.
            case open
            case ended
            case failed(TransportError)
        }

        /// The number of bytes that the source may be ahead of the connection (EN15).
        static let limit = 256 * 1_024

        /// The total number of bytes, if it is known.
        let announced: Int64?
        private(set) var waitingByteCount = 0
        /// The number of bytes that were read.
        private(set) var readByteCount: Int64 = 0
        private var pieces = Deque<Data>()
        /// The number of bytes of the first piece that were read.
        private var offset = 0
        private var writtenByteCount: Int64 = 0
        private var hasEnded = false
        private var failure: TransportError?

        init(announced: Int64?) {
            self.announced = announced
        }

        /// A Boolean value that indicates whether the source must wait before it writes more.
        var isFull: Bool { waitingByteCount >= Self.limit }
        /// A Boolean value that indicates whether there is enough room to wake up a source that waits.
        var hasRoom: Bool { waitingByteCount < Self.limit / 2 }
        /// A Boolean value that indicates whether the source has written all announced bytes.
        var hasAllAnnounced: Bool { announced.map { writtenByteCount >= $0 } ?? false }
        /// A Boolean value that indicates whether the source has ended as announced, and all bytes were read.
        var isAtEnd: Bool {
            hasEnded && failure == nil && pieces.isEmpty && (announced.map { readByteCount == $0 } ?? true)
        }

        /// Accepts as many bytes of a piece as there is room for.
        ///
        /// - Parameter piece: The piece, which is not empty.
        /// - Returns: The rest of the piece.
        /// - Throws: An error if the piece exceeds the announced number of bytes.
        mutating func append(_ piece: Data) throws(TransportError) -> Data {
            if let announced, Int64(piece.count) > announced - writtenByteCount {
                throw .bodyLength("it has more than the \(announced) bytes announced")
            }
            let count = min(piece.count, Self.limit - waitingByteCount)
            guard count > 0 else { return piece }
            pieces.append(piece.prefix(count))
            writtenByteCount += Int64(count)
            waitingByteCount += count
            return piece.dropFirst(count)
        }

        /// Notes the end of the source. Nothing is read after a failure.
        mutating func end(_ failure: TransportError?) {
            hasEnded = true
            self.failure = failure
        }

        /// Discards all bytes unless all were read, so that the rest cannot be taken for a whole body.
        mutating func cancel() {
            guard !isAtEnd else { return }
            pieces.removeAll()
            offset = 0
            waitingByteCount = 0
            end(.bodyCanceled)
        }

        /// Copies readable bytes of the first piece.
        ///
        /// - Parameters:
        ///   - buffer: The memory to copy to.
        ///   - spent: Receives a piece that was read to its end, to be released outside of locks.
        /// - Returns: The number of bytes, 0 if there are none.
        mutating func read(into buffer: UnsafeMutableRawBufferPointer, spent: inout Data?) -> Int {
            guard failure == nil, let piece = pieces.first else { return 0 }
            let start = piece.startIndex + offset
            var count = min(buffer.count, piece.endIndex - start)
            // The last announced byte waits for the end of the source, which may write more than it announced.
            if let announced, !hasEnded, announced - readByteCount <= Int64(count) {
                count = Int(clamping: announced - readByteCount - 1)
            }
            guard count > 0 else { return 0 }
            piece.copyBytes(to: buffer, from: start..<(start + count))
            offset += count
            readByteCount += Int64(count)
            waitingByteCount -= count
            if start + count == piece.endIndex {
                spent = pieces.popFirst()
                offset = 0
            }
            return count
        }

        /// The reason why there are no readable bytes.
        var exhaustion: Exhaustion {
            if let failure { return .failed(failure) }
            guard hasEnded else { return .open }
            guard let announced, readByteCount < announced else { return .ended }
            return .failed(.bodyLength("it ended after \(readByteCount) of \(announced) bytes"))
        }
    }
#endif
