#if os(Linux)
    import ReactiveHTTPModel

    /// Puts the body of a request into its framing: as it is, or in chunks (RFC 9112 §7.1).
    struct BodyWriter {
        /// The result of filling a buffer.
        enum Filling: Sendable {
            /// The buffer begins with that many bytes to send.
            case bytes(Int)
            /// No bytes are available yet; the consumer is told when they are.
            case wait
            /// All bytes were returned before.
            case end
            /// The body cannot be sent to its end. A body in chunks stays without its last chunk.
            case failure(TransportError)
        }

        /// The smallest size of a buffer.
        static let minBufferByteCount = 1_024

        /// A Boolean value that indicates whether all bytes of the body were returned, with the mark of its end.
        private(set) var isDone: Bool
        private let framing: BodyFraming

        /// Creates a writer for a body, at its beginning.
        ///
        /// - Parameter framing: The framing that the head announces.
        init(_ framing: BodyFraming) {
            self.framing = framing
            isDone = !framing.hasBody
        }

        /// Fills a buffer with the next bytes.
        ///
        /// - Parameters:
        ///   - buffer: The memory to fill, of at least ``minBufferByteCount`` bytes.
        ///   - reader: The body.
        ///   - consumer: The object that is told when more bytes are available.
        /// - Returns: The number of bytes, or the reason why there are none.
        mutating func fill(
            _ buffer: UnsafeMutableRawBufferPointer,
            from reader: RequestBodyReader,
            for consumer: any BodyConsumer
        ) -> Filling {
            precondition(buffer.count >= Self.minBufferByteCount, "The buffer is too small for a chunk")
            guard !isDone else { return .end }
            return framing == .chunked
                ? fillWithChunk(buffer, from: reader, for: consumer) : fillAsIs(buffer, from: reader, for: consumer)
        }

        private mutating func fillAsIs(
            _ buffer: UnsafeMutableRawBufferPointer,
            from reader: RequestBodyReader,
            for consumer: any BodyConsumer
        ) -> Filling {
            switch reader.read(into: buffer, for: consumer) {
            case .bytes(let count):
                isDone = reader.isAtEnd
                return .bytes(count)
            case .end:
                isDone = true
                return .end
            case .wait: return .wait
            case .failure(let error): return .failure(error)
            }
        }

        private mutating func fillWithChunk(
            _ buffer: UnsafeMutableRawBufferPointer,
            from reader: RequestBodyReader,
            for consumer: any BodyConsumer
        ) -> Filling {
            // The bytes are read behind the room for the line with their number, which is known only afterward.
            let lineEnd = Self.lineEnd.utf8CodeUnitCount
            let limit = buffer.count - lineEnd - Self.lastChunk.utf8CodeUnitCount
            let start = Self.hexadecimalDigitCount(of: limit - lineEnd - 1) + lineEnd
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<limit])
            switch reader.read(into: room, for: consumer) {
            case .bytes(let count):
                var end = Self.frame(count, at: start, in: buffer)
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
                // The end is taken from the reader too, so that it knows that the whole body has gone.
                if reader.isAtEnd, case .end = reader.read(into: rest, for: consumer) {
                    isDone = true
                    end += Self.copy(Self.lastChunk, to: rest)
                }
                return .bytes(end)
            case .end:
                isDone = true
                return .bytes(Self.copy(Self.lastChunk, to: buffer))
            case .wait: return .wait
            case .failure(let error): return .failure(error)
            }
        }

        private static let lineEnd: StaticString = "\r\n"
        private static let lastChunk: StaticString = "0\r\n\r\n"

        /// Makes a chunk of bytes in a buffer, at the beginning of the buffer.
        ///
        /// - Parameters:
        ///   - count: The number of bytes.
        ///   - start: The position of the bytes, with room for the line before them.
        ///   - buffer: The buffer.
        /// - Returns: The number of bytes of the chunk.
        private static func frame(_ count: Int, at start: Int, in buffer: UnsafeMutableRawBufferPointer) -> Int {
            var position = start - copy(lineEnd, to: slice(buffer, from: start - lineEnd.utf8CodeUnitCount))
            var number = count
            repeat {
                position -= 1
                buffer[position] = hexadecimalDigit(number & 15)
                number >>= 4
            } while number > 0
            let end = start + count + copy(lineEnd, to: slice(buffer, from: start + count))
            // The number has fewer digits than there is room for only if the chunk is small compared to the buffer.
            // Zeros would do without moving the chunk, but not every server expects them.
            if position > 0 { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[position..<end])) }
            return end - position
        }

        private static func slice(
            _ buffer: UnsafeMutableRawBufferPointer,
            from start: Int
        ) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        }

        /// Copies a text to the beginning of a buffer, which has room for it, and returns its number of bytes.
        private static func copy(_ text: StaticString, to buffer: UnsafeMutableRawBufferPointer) -> Int {
            text.withUTF8Buffer { bytes in
                buffer.copyBytes(from: bytes)
                return bytes.count
            }
        }

        private static func hexadecimalDigitCount(of number: Int) -> Int {
            (Int.bitWidth - number.leadingZeroBitCount + 3) / 4
        }

        private static func hexadecimalDigit(_ value: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: value) + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
        }
    }
#endif
