#if os(Linux)
    import ReactiveHTTPModel

    /// The part of a response that one turn of the loop has received, in the form in which it is delivered.
    struct Incoming {
        /// The size from which on pieces of a body are not joined.
        static let pieceByteCount = 64 * 1_024

        private(set) var items: [SocketExchange.Item] = []
        private var head: ResponseHead?
        private var body = Data()
        private var trailers: HTTP.Headers?

        mutating func add(informational head: ResponseHead) { items.append(.event(.informational(head))) }

        mutating func add(_ head: ResponseHead) { self.head = head }

        mutating func add(_ bytes: Span<UInt8>) {
            if !body.isEmpty, body.count + bytes.count > Self.pieceByteCount { flush() }
            bytes.withUnsafeBytes { body.append(contentsOf: $0) }
        }

        mutating func add(_ bytes: Data) {
            if !body.isEmpty, body.count + bytes.count > Self.pieceByteCount { flush() }
            if body.isEmpty { body = bytes } else { body.append(bytes) }
        }

        /// Adds the trailers, which no bytes of the body follow.
        mutating func add(trailers: HTTP.Headers) { self.trailers = trailers }

        /// Adds what is not among the items yet.
        mutating func flush() {
            if let head { items.append(.event(.head(head))) }
            head = nil
            if !body.isEmpty { items.append(.event(.body(body))) }
            body = Data()
            if let trailers { items.append(.event(.trailers(trailers))) }
            trailers = nil
        }

        /// Ends the response, which is delivered as a whole if it has arrived in this turn.
        mutating func complete(_ metrics: TransferMetrics) {
            if let head {
                let completion = TransportEvent.completed(metrics)
                items.append(
                    .whole(RawResponse(head: head, data: body, trailers: trailers, completion: completion))
                )
                self.head = nil
                body = Data()
                trailers = nil
            } else {
                flush()
                items += [.event(.completed(metrics)), .end(nil)]
            }
        }

        /// Returns the items, which are removed.
        mutating func takeItems() -> [SocketExchange.Item] {
            defer { items = [] }
            return items
        }

        mutating func fail(_ error: TransportError) {
            flush()
            items.append(.end(error))
        }
    }
#endif
