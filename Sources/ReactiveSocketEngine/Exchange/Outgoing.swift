#if os(Linux)
    import ReactiveHTTPModel

    /// A request on its way to the socket.
    struct Outgoing: Sendable {
        /// The result of writing as much as possible.
        enum Sending {
            case whole
            /// The socket takes no more at the moment.
            case blocked
            /// The socket may take more in another turn.
            case again
            /// The rest of the body waits for its source, or for the server's consent.
            case waiting
            case lost(StreamFailure)
            case withoutBody(TransportError)
        }

        /// The body after what is in `bytes`.
        private enum Rest: Sendable {
            case none
            case memory(Data)
            case source(RequestBodyReader, BodyWriter)
        }

        /// The size up to which a body in memory is sent with the head in one piece.
        private static let joinedByteCount = 16 * 1_024
        private static let pieceByteCount = 64 * 1_024
        /// The number of bytes to write before the other connections have their turn (EN2).
        private static let turnByteCount = 1 << 20

        /// The head and, later, the piece of the body that is being sent.
        private var bytes: [UInt8] = []
        /// The number of bytes of the current piece that the socket has taken.
        private var offset = 0
        private var rest = Rest.none
        private let headByteCount: Int
        /// The number of bytes that the socket has taken.
        private(set) var takenByteCount = 0

        init(_ exchange: SocketExchange) {
            let encoded = exchange.encoded
            bytes = exchange.head
            headByteCount = bytes.count
            switch exchange.request.content {
            case .data(let data)? where !encoded.expectsContinue && data.count <= Self.joinedByteCount:
                bytes.reserveCapacity(headByteCount + data.count)
                bytes.append(contentsOf: data)
            case .data(let data)?: rest = .memory(data)
            case .stream(let stream)? where stream.byteCount != 0:
                rest = exchange.source.map { .source($0, BodyWriter(encoded.framing)) } ?? .none
            default: break
            }
        }

        /// The number of bytes of a body in memory that the socket has taken, or of a source that were passed on.
        var sentByteCount: Int64 {
            if case .source(let reader, _) = rest { return reader.sentByteCount }
            return Int64(max(0, takenByteCount - headByteCount))
        }

        /// A Boolean value that indicates whether the body comes from a source that is not in memory.
        var hasSource: Bool {
            if case .source = rest { true } else { false }
        }

        /// A Boolean value that indicates whether the socket waits for the source of the body.
        var isStarved: Bool {
            if case .source(let reader, _) = rest { reader.isAwaited && !reader.hasGivenAll } else { false }
        }

        /// Writes as much as the socket takes.
        ///
        /// - Parameters:
        ///   - stream: The stream of the connection.
        ///   - sendsBody: False if the body, or its rest, is kept back.
        ///   - mayReadSource: False on a thread that must not start the source of the body.
        ///   - consumer: The object to inform when the source has bytes.
        mutating func write(
            to stream: any SocketStream,
            sendsBody: Bool,
            mayReadSource: Bool,
            for consumer: any BodyConsumer
        ) -> Sending {
            let start = takenByteCount
            while true {
                guard sendsBody || takenByteCount < headByteCount else { return .waiting }
                guard takenByteCount - start < Self.turnByteCount || isAtEnd else { return .again }
                if offset < bytes.count {
                    if let sending = writePiece(to: stream) { return sending }
                    continue
                }
                switch rest {
                case .none: return .whole
                case .memory(let data):
                    if let sending = write(data, to: stream) { return sending }
                case .source(_, let writer) where writer.isDone: return .whole
                case .source(let reader, let writer):
                    guard mayReadSource else { return .waiting }
                    if let sending = refill(from: reader, writer, for: consumer) { return sending }
                }
            }
        }

        /// A Boolean value that indicates whether no bytes are left.
        private var isAtEnd: Bool {
            guard offset == bytes.count else { return false }
            switch rest {
            case .none: return true
            case .memory(let data): return takenByteCount - headByteCount == data.count
            case .source(_, let writer): return writer.isDone
            }
        }

        private mutating func writePiece(to stream: any SocketStream) -> Sending? {
            let written = bytes.withUnsafeBytes { stream.write(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            guard let count = count(written) else { return Self.sending(written) }
            offset += count
            return nil
        }

        private mutating func write(_ data: Data, to stream: any SocketStream) -> Sending? {
            let start = takenByteCount - headByteCount
            guard start < data.count else { return .whole }
            let piece = start..<min(data.count, start + Self.turnByteCount)
            let written = data.withUnsafeBytes { stream.write(UnsafeRawBufferPointer(rebasing: $0[piece])) }
            return count(written) == nil ? Self.sending(written) : nil
        }

        private mutating func count(_ written: Writing) -> Int? {
            guard case .bytes(let count) = written else { return nil }
            takenByteCount += count
            return count
        }

        private static func sending(_ written: Writing) -> Sending {
            if case .failed(let failure) = written { .lost(failure) } else { .blocked }
        }

        private mutating func refill(
            from reader: RequestBodyReader,
            _ writer: BodyWriter,
            for consumer: any BodyConsumer
        ) -> Sending? {
            var writer = writer
            var filling = BodyWriter.Filling.end
            offset = 0
            bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceByteCount) { buffer, count in
                filling = writer.fill(UnsafeMutableRawBufferPointer(buffer), from: reader, for: consumer)
                if case .bytes(let filled) = filling { count = filled }
            }
            rest = .source(reader, writer)
            switch filling {
            case .bytes: return nil
            case .wait: return .waiting
            case .end: return .whole
            case .failure(let error): return .withoutBody(error)
            }
        }
    }
#endif
