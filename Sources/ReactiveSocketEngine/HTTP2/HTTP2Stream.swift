#if os(Linux)
    import Foundation
    import ReactiveHTTPModel

    /// One exchange on a connection that carries several: the request that goes out, and the response that comes in.
    ///
    /// SAFETY: apart from what never changes, the variables are used under the lock of the connection, also where
    /// nghttp2 calls back to read a body.
    final class HTTP2Stream: HTTP2BodySource, BodyConsumer {
        private enum Body: Sendable {
            case none
            case memory(Data)
            case source(RequestBodyReader)
        }

        /// The progress of the request, of the response, and of the waits for either.
        struct Progress: Sendable {
            /// A Boolean value that indicates whether the body waits for the server's consent (EN16).
            var awaitsContinue = false
            /// A Boolean value that indicates whether the source has no bytes at the moment, or must not be read on
            /// this thread.
            var isStarved = false
            /// A Boolean value that indicates whether the rest of the body is not sent, because the server has
            /// answered.
            var isStopped = false
            var isSent = false
            var bodyFailure: TransportError?
            var offset = 0
            var announcedByteCount: Int64 = -1
            var hasAnnouncedEnd = false
            /// The status of the final response, once its head has arrived.
            var status: Int?
            /// A Boolean value that indicates whether something of the response has arrived.
            var hasReceived = false
            /// A Boolean value that indicates whether the response is whole.
            var hasEnded = false
            var firstByte: Moment?
            var receivedByteCount: Int64 = 0
            /// The number of body bytes whose room in the window the server has not got back.
            var unreturnedByteCount = 0
            /// The end of the wait for the server's consent, or for the rest of the request after the response.
            var due: Moment?
            var lastMove = Moment.now
            var lastWait: Moment?
        }

        let exchange: SocketExchange
        /// A Boolean value that indicates whether the connection has served another exchange before.
        let isReused: Bool
        let began = Moment.now
        private let connection: Connection
        private let body: Body

        /// The number of bytes that the connection had sent when the request was added to them, or `nil` before that.
        nonisolated(unsafe) var startPosition: Int?
        /// False on a thread that must not start the source of the body.
        nonisolated(unsafe) var mayReadSource = false
        nonisolated(unsafe) private(set) var progress = Progress()
        nonisolated(unsafe) var incoming = Incoming()

        init(_ exchange: SocketExchange, on connection: Connection, isReused: Bool) {
            self.exchange = exchange
            self.connection = connection
            self.isReused = isReused
            switch exchange.request.content {
            case .data(let data)? where !data.isEmpty: body = .memory(data)
            case .stream(let stream)? where stream.byteCount != 0:
                body = exchange.source.map { .source($0) } ?? .none
            default: body = .none
            }
            if case .none = body {
                progress.isSent = true
            } else {
                progress.awaitsContinue = exchange.encoded.expectsContinue
            }
        }

        var hasBody: Bool { if case .none = body { false } else { true } }

        /// A Boolean value that indicates whether the loop must go on with the request.
        var needsLoop: Bool { progress.isStarved || progress.awaitsContinue || progress.bodyFailure != nil }

        // Request

        func bodyIsAvailable() { connection.bodyIsAvailable() }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyReading {
            guard !progress.isStopped, !progress.awaitsContinue else { return .wait }
            progress.lastMove = .now
            switch body {
            case .none: return .bytes(0, isEnd: true)
            case .memory(let data):
                let count = min(buffer.count, data.count - progress.offset)
                let start = data.startIndex + progress.offset
                data.copyBytes(to: buffer, from: start..<(start + count))
                progress.offset += count
                progress.isSent = progress.offset == data.count
                return .bytes(count, isEnd: progress.isSent)
            case .source(let reader): return read(from: reader, into: buffer)
            }
        }

        private func read(
            from reader: RequestBodyReader,
            into buffer: UnsafeMutableRawBufferPointer
        ) -> HTTP2BodyReading {
            progress.isStarved = true
            guard mayReadSource else { return .wait }
            switch reader.read(into: buffer, for: self) {
            case .bytes(let count):
                progress.isStarved = false
                progress.isSent = reader.isAtEnd
                return .bytes(count, isEnd: progress.isSent)
            case .end:
                progress.isStarved = false
                progress.isSent = true
                return .bytes(0, isEnd: true)
            case .wait: return .wait
            case .failure(var error):
                error.host = exchange.request.url.host
                progress.bodyFailure = error
                return .wait
            }
        }

        /// Sets the end of the wait for the server's consent, if the body waits for it.
        func setConsentTimer() {
            guard progress.awaitsContinue, progress.due == nil, progress.status == nil else { return }
            progress.due = .now + exchange.engine.configuration.continueTimeout
        }

        /// Lets the body go out.
        func proceed() {
            progress.awaitsContinue = false
            progress.due = nil
        }

        /// Returns what there is to say about the request. Phases are not announced after the head of the response.
        func takeAnnouncement() -> ExchangeRun.Announcement {
            var announcement = ExchangeRun.Announcement()
            if let content = exchange.request.content, !content.isEmpty {
                if progress.announcedByteCount < 0 {
                    progress.announcedByteCount = 0
                    announcement.hasBegun = progress.status == nil
                }
                if sentByteCount > progress.announcedByteCount {
                    progress.announcedByteCount = sentByteCount
                    announcement.sent = sentByteCount
                    announcement.total = content.byteCount
                }
            }
            if progress.isSent, !progress.hasAnnouncedEnd {
                progress.hasAnnouncedEnd = true
                announcement.hasEnded = progress.status == nil
            }
            return announcement
        }

        private var sentByteCount: Int64 {
            if case .source(let reader) = body { reader.sentByteCount } else { Int64(progress.offset) }
        }

        // Response

        func noteArrival(at now: Moment) {
            if progress.firstByte == nil { progress.firstByte = now }
            progress.hasReceived = true
            progress.lastMove = now
        }

        func take(informational head: HTTP2Event.Head) { incoming.add(informational: responseHead(head)) }

        func take(_ head: HTTP2Event.Head) {
            progress.status = head.status
            incoming.add(responseHead(head))
            guard !progress.isSent else { return }
            // The body of a refused request, and one that waits for consent, is not sent (EN16, EN17).
            if head.status >= 300 || progress.awaitsContinue {
                progress.isStopped = true
                exchange.source?.cancel()
                progress.due = nil
            }
        }

        func take(_ data: Data) {
            progress.receivedByteCount += Int64(data.count)
            progress.unreturnedByteCount += data.count
            exchange.note(received: data.count)
            incoming.add(data)
        }

        /// Notes that the response is whole.
        ///
        /// - Returns: Whether the exchange is over. If not, the rest of the request is still sent, as long as the other
        ///   side takes it (EN17).
        func end() -> Bool {
            progress.hasEnded = true
            guard !progress.isSent, !progress.isStopped, progress.bodyFailure == nil else { return true }
            incoming.flush()
            progress.due = .now + Self.restPatience
            return false
        }

        private static let restPatience = Duration.seconds(1)

        private func responseHead(_ head: HTTP2Event.Head) -> ResponseHead {
            let status = HTTP.StatusCode(rawValue: head.status)
            return ResponseHead(status: status, headers: HTTP.Headers(head.fields), url: exchange.request.url)
        }

        // Window

        /// A Boolean value that indicates whether more than half of the window is not given back.
        var isHeldUp: Bool { progress.unreturnedByteCount > exchange.engine.configuration.bufferByteCount / 2 }

        /// Returns the number of bytes that the window of the stream gets back, because the observer has taken them
        /// (EN33). If too many are left, the exchange has the connection served when the observer has caught up.
        func takeReturnableByteCount() -> Int {
            let window = exchange.engine.configuration.bufferByteCount
            var count = 0
            // Otherwise the server has half of the window at least.
            while isHeldUp {
                let free = progress.unreturnedByteCount - exchange.undeliveredByteCount
                guard free >= max(1, window / 4) || !exchange.awaitsDelivery() else { break }
                // A delivery in the meantime makes it more.
                let now = max(free, progress.unreturnedByteCount - exchange.undeliveredByteCount)
                guard now > 0 else { break }
                progress.unreturnedByteCount -= now
                count += now
            }
            return count
        }

        // Time

        /// Acts on the timer.
        ///
        /// - Returns: Whether the exchange is over.
        func act(at now: Moment) -> Bool {
            guard let due = progress.due, due <= now else { return false }
            guard progress.hasEnded else {
                proceed()
                return false
            }
            let end = progress.lastMove + Self.restPatience
            if end <= now, !progress.isStarved { return true }
            progress.due = max(end, now + Self.restPatience / 10)
            return false
        }

        /// Returns for how long no bytes have moved, apart from the time in which this side was to act.
        func idleTime(at now: Moment) -> Duration {
            if exchange.isPaused || progress.isStarved { progress.lastWait = now }
            return max(progress.lastMove, progress.lastWait ?? progress.lastMove).duration(to: now)
        }

        // Ends

        func complete(_ facts: ConnectionFacts) { incoming.complete(metrics(facts)) }

        /// Ends the exchange with an error, or with its response if that is whole.
        func fail(_ error: TransportError, _ facts: ConnectionFacts) {
            if progress.hasEnded { complete(facts) } else { incoming.fail(error) }
        }

        /// Returns an error of the exchange in its current phase.
        func error(
            _ kind: TransportError.Kind,
            _ code: Int?,
            _ text: String,
            mayHaveReachedServer: Bool? = nil
        ) -> TransportError {
            var mayHave = mayHaveReachedServer ?? true
            if mayHaveReachedServer == nil, !progress.hasReceived {
                switch kind {
                case .handshakeRefused: mayHave = false
                // The server may have closed the connection before the request (EN13).
                case .connectionLost: mayHave = !isReused || progress.isSent
                default: break
                }
            }
            return exchange.error(kind, phase, mayHaveReachedServer: mayHave, code: code, text)
        }

        private var phase: TransferPhase {
            if progress.status != nil { return .receiving }
            return progress.isSent ? .waitingForHead : .sending
        }

        private func metrics(_ facts: ConnectionFacts) -> TransferMetrics {
            let began = exchange.began
            var metrics = isReused ? TransferMetrics() : facts.times(since: began)
            metrics.firstByte = progress.firstByte.map { began.duration(to: $0) }
            metrics.total = began.duration(to: progress.lastMove)
            metrics.receivedByteCount = progress.receivedByteCount
            metrics.wireByteCount = progress.receivedByteCount
            metrics.reusedConnection = isReused
            metrics.sentByteCount = sentByteCount
            metrics.protocolVersion = "HTTP/2"
            metrics.remoteAddress = facts.address
            metrics.remotePort = facts.port
            return metrics
        }
    }
#endif
