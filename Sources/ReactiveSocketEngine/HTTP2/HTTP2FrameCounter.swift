#if os(Linux)
    import ReactiveHTTPModel

    /// Finds the ends of frames in bytes that arrive in any pieces.
    struct HTTP2FrameCounter: Sendable {
        private static let headByteCount = 9

        /// A part of the bytes, up to the end of a frame or of the bytes.
        struct Part: Sendable {
            var byteCount = 0
            /// A Boolean value that indicates whether a frame ends with the part.
            var endsFrame = false
            /// The bytes of the frame's payload that count against windows: those of DATA, padding included.
            var windowByteCount = 0
            /// The stream of the frame.
            var stream: Int32 = 0
        }

        /// The bytes of a frame's head that have arrived.
        private var head: [UInt8] = []
        /// The number of bytes that are left of a frame's payload.
        private var left = 0
        private var windowByteCount = 0
        private var stream: Int32 = 0

        /// Returns the first part of the bytes, which the next call begins behind.
        mutating func next(_ bytes: Slice<UnsafeRawBufferPointer>) -> Part {
            var part = Part()
            if left == 0 {
                let piece = bytes.prefix(Self.headByteCount - head.count)
                head.append(contentsOf: piece)
                part.byteCount = piece.count
                guard head.count == Self.headByteCount else { return part }
                left = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
                windowByteCount = head[3] == HTTP2.Frame.data ? left : 0
                stream = head[5...].reduce(0) { $0 << 8 | Int32($1) } & .max
                head.removeAll(keepingCapacity: true)
            }
            let payload = min(left, bytes.count - part.byteCount)
            left -= payload
            part.byteCount += payload
            part.endsFrame = left == 0
            part.windowByteCount = windowByteCount
            part.stream = stream
            return part
        }
    }
#endif
