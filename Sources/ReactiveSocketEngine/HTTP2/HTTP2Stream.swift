#if os(Linux)
    import ReactiveHTTPModel

    /// One exchange on a connection that carries several: the request that goes out, and the response that comes in.
    ///
    /// SAFETY: the state is used under the lock of the connection, also where nghttp2 calls back to read a body.
    final class HTTP2Stream: HTTP2BodySource, BodyConsumer {
        private enum Body: Sendable {
            case none
            case memory(Data)
            case source(RequestBodyReader)
        }

        /// The variables of an exchange.
        struct State: Sendable {
            var progress: ExchangeProgress
            /// The part of the response that was not delivered yet.
            var incoming = Incoming()
            /// The number of bytes that the connection had sent when the request was added to them, or `nil` before
            /// that.
            var startPosition: Int?
            /// False on a thread that must not start the source of the body.
            var mayReadSource = false
            /// A Boolean value that indicates whether the source has no bytes at the moment, or must not be read on
            /// this thread.
            var isStarved = false
            var bodyFailure: TransportError?
            /// A Boolean value that indicates whether the response is whole.
            var hasEnded = false
            /// The number of body bytes whose room in the window the server has not got back.
            var unreturnedByteCount = 0

            /// A Boolean value that indicates whether the loop must go on with the request.
            var needsLoop: Bool { isStarved || progress.awaitsContinue || bodyFailure != nil }
        }

        let exchange: SocketExchange
        let began = Moment.now
        private let connection: Connection
        private let body: Body

        nonisolated(unsafe) var state: State

        init(_ exchange: SocketExchange, on connection: Connection, isReused: Bool) {
            self.exchange = exchange
            self.connection = connection
            state = State(progress: ExchangeProgress(exchange, isReused: isReused))
            switch exchange.request.content {
            case .data(let data)? where !data.isEmpty: body = .memory(data)
            case .stream(let stream)? where stream.byteCount != 0:
                body = exchange.source.map { .source($0) } ?? .none
            default: body = .none
            }
            state.progress.isSent = !hasBody
        }

        var hasBody: Bool { if case .none = body { false } else { true } }

        // Request

        func bodyIsAvailable() { connection.bodyIsAvailable() }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyReading {
            guard state.progress.sendsBody else { return .wait }
            state.progress.lastMove = .now
            switch body {
            case .none: return .bytes(0, isEnd: true)
            case .memory(let data):
                let offset = Int(state.progress.sentByteCount)
                let count = min(buffer.count, data.count - offset)
                let start = data.startIndex + offset
                data.copyBytes(to: buffer, from: start..<(start + count))
                return sent(count, isEnd: offset + count == data.count)
            case .source(let reader): return read(from: reader, into: buffer)
            }
        }

        private func read(
            from reader: RequestBodyReader,
            into buffer: UnsafeMutableRawBufferPointer
        ) -> HTTP2BodyReading {
            state.isStarved = true
            guard state.mayReadSource else { return .wait }
            switch reader.read(into: buffer, for: self) {
            case .bytes(let count):
                state.isStarved = false
                return sent(count, isEnd: reader.isAtEnd)
            case .end:
                state.isStarved = false
                return sent(0, isEnd: true)
            case .wait: return .wait
            case .failure(var error):
                error.host = exchange.request.url.host
                state.bodyFailure = error
                return .wait
            }
        }

        private func sent(_ byteCount: Int, isEnd: Bool) -> HTTP2BodyReading {
            state.progress.sentByteCount += Int64(byteCount)
            state.progress.isSent = isEnd
            return .bytes(byteCount, isEnd: isEnd)
        }

        // Response

        func take(informational head: HTTP2Event.Head) { state.incoming.add(informational: responseHead(head)) }

        func take(_ head: HTTP2Event.Head) {
            state.progress.noteHead(head.status)
            state.incoming.add(responseHead(head))
        }

        func take(_ data: Data) {
            state.progress.note(received: data.count)
            state.unreturnedByteCount += data.count
            state.incoming.add(data)
        }

        /// Notes that the response is whole.
        ///
        /// - Returns: Whether the exchange is over. If not, the rest of the request is still sent, as long as the other
        ///   side takes it (EN17).
        func end() -> Bool {
            state.hasEnded = true
            guard state.progress.hasRest, state.bodyFailure == nil else { return true }
            state.incoming.flush()
            state.progress.startRestTimer()
            return false
        }

        private func responseHead(_ head: HTTP2Event.Head) -> ResponseHead {
            let status = HTTP.StatusCode(rawValue: head.status)
            return ResponseHead(status: status, headers: HTTP.Headers(head.fields), url: exchange.request.url)
        }

        // Window

        /// A Boolean value that indicates whether more than half of the window is not given back.
        var isHeldUp: Bool { state.unreturnedByteCount > exchange.engine.configuration.bufferByteCount / 2 }

        /// Returns the number of bytes that the window of the stream gets back, because the observer has taken them
        /// (EN33). If too many are left, the exchange has the connection served when the observer has caught up.
        func takeReturnableByteCount() -> Int {
            let window = exchange.engine.configuration.bufferByteCount
            var count = 0
            // Otherwise the server has half of the window at least.
            while isHeldUp {
                let free = state.unreturnedByteCount - exchange.undeliveredByteCount
                guard free >= max(1, window / 4) || !exchange.awaitsDelivery() else { break }
                // A delivery in the meantime makes it more.
                let now = max(free, state.unreturnedByteCount - exchange.undeliveredByteCount)
                guard now > 0 else { break }
                state.unreturnedByteCount -= now
                count += now
            }
            return count
        }

        // Time

        /// Acts on the timer.
        ///
        /// - Returns: Whether the exchange is over.
        func act(at now: Moment) -> Bool {
            state.progress.act(at: now, awaitsRest: state.hasEnded, awaitsThisSide: state.isStarved)
        }

        /// Returns for how long no bytes have moved, apart from the time in which this side was to act.
        func idleTime(at now: Moment) -> Duration {
            state.progress.idleTime(at: now, isStarved: state.isStarved)
        }

        // Ends

        func complete(_ facts: ConnectionFacts) {
            state.incoming.complete(state.progress.metrics(facts, protocolVersion: "HTTP/2"))
        }

        /// Ends the exchange with an error, or with its response if that is whole.
        func fail(_ error: TransportError, _ facts: ConnectionFacts) {
            if state.hasEnded { complete(facts) } else { state.incoming.fail(error) }
        }
    }
#endif
