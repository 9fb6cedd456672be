#if os(Linux)
    import ReactiveHTTPModel

    /// The items that an exchange delivers to its receiver.
    extension SocketExchange {
        /// An item to deliver.
        enum Item: Sendable {
            case event(TransportEvent)
            /// A response that arrived as a whole.
            case whole(RawResponse)
            case end(TransportError?)
            /// The exchange has ended, and its connection speaks another protocol.
            case upgraded(UpgradedConnection, ResponseHead, TransferMetrics)
        }

        /// The items that wait for their delivery, and the turn to deliver them.
        struct Outbox: Sendable {
            private(set) var items: [Item] = []
            /// A Boolean value that indicates whether a thread has the turn to deliver; at first the thread that starts
            /// the exchange.
            var isBeingDelivered = true
            /// A Boolean value that indicates whether nothing is added any more.
            private var isSealed = false

            /// Adds the last item in place of all others.
            mutating func seal(with end: Item) {
                items = [end]
                isSealed = true
            }

            /// Adds items. There is at least one.
            mutating func append(_ new: [Item]) {
                if isSealed { return }
                // Drop a phase that ended before it could be delivered.
                if case .event(.phase)? = items.last { items.removeLast() }
                guard !items.isEmpty else {
                    items = new
                    return
                }
                items += new.dropFirst(join(new[0]) ? 1 : 0)
            }

            /// Adds a phase or progress, in place of an earlier one that was not delivered.
            mutating func note(_ event: TransportEvent) {
                if isSealed { return }
                switch (event, items.last) {
                case (.uploadProgress, .event(.uploadProgress)?), (.phase, .event(.phase)?): items.removeLast()
                default: break
                }
                items.append(.event(event))
            }

            /// Returns the items to deliver, or passes on the turn if there are none.
            mutating func next() -> [Item]? {
                guard !items.isEmpty else {
                    isBeingDelivered = false
                    return nil
                }
                defer { items = [] }
                return items
            }

            /// Adds a small piece of the body to the piece before it. Each item takes more memory than a piece of a few
            /// bytes.
            ///
            /// - Returns: False if there is no such piece.
            private mutating func join(_ item: Item) -> Bool {
                guard case .event(.body(let more)) = item, case .event(.body(var data))? = items.last,
                    data.count + more.count <= Incoming.pieceByteCount
                else { return false }
                items.removeLast()
                data.append(more)
                items.append(.event(.body(data)))
                return true
            }
        }

        struct Delivery {
            /// The decoder of the body, if the response's codings are to be undone.
            var decoding: ContentDecoding?
            /// Items that are held back until the receiver is ready for more.
            var items: ArraySlice<Item> = []
            /// The size of the encoded body bytes that are being decoded.
            var codedByteCount = 0
            /// A Boolean value that indicates whether the exchange has failed for its receiver, because its body cannot
            /// be decoded.
            var hasFailed = false
        }

        /// The parts of an exchange that may be the last to hold values of the user.
        struct UserValues: Sendable {
            private let request: PreparedRequest
            private let output: ExchangeOutput
            private let source: RequestBodyReader?

            init(_ request: PreparedRequest, _ output: ExchangeOutput, _ source: RequestBodyReader?) {
                self.request = request
                self.output = output
                self.source = source
            }
        }
    }
#endif
