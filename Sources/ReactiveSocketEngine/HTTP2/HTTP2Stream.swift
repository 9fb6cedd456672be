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

        let exchange: SocketExchange
        /// True if the connection has served another exchange before.
        let isReused: Bool
        let began = Moment.now
        private let connection: Connection
        private let body: Body

        // The request.

        /// The number of bytes that the connection had sent when the request was added to them, or `nil` before that.
        nonisolated(unsafe) var startPosition: Int?
        /// False on a thread that must not start the source of the body.
        nonisolated(unsafe) var mayReadSource = false
        /// True if the body waits for the server's consent (EN16).
        nonisolated(unsafe) private(set) var awaitsContinue = false
        /// True if the source has no bytes at the moment, or must not be read on this thread.
        nonisolated(unsafe) private(set) var isStarved = false
        /// True if the rest of the body is not sent, because the server has answered.
        nonisolated(unsafe) private var isStopped = false
        nonisolated(unsafe) private(set) var isSent = false
        nonisolated(unsafe) private(set) var bodyFailure: TransportError?
        nonisolated(unsafe) private var offset = 0
        nonisolated(unsafe) private var announcedByteCount: Int64 = -1
        nonisolated(unsafe) private var hasAnnouncedEnd = false

        // The response.

        nonisolated(unsafe) var incoming = Incoming()
        /// The status of the final response, once its head has arrived.
        nonisolated(unsafe) private(set) var status: Int?
        /// True once something of the response has arrived.
        nonisolated(unsafe) private(set) var hasReceived = false
        /// True once the response is whole.
        nonisolated(unsafe) private(set) var hasEnded = false
        nonisolated(unsafe) private var firstByte: Moment?
        nonisolated(unsafe) private var receivedByteCount: Int64 = 0
        /// The number of body bytes whose room in the window the server has not got back.
        nonisolated(unsafe) private(set) var unreturnedByteCount = 0

        // The time.

        /// The end of the wait for the server's consent, or for the rest of the request after the response.
        nonisolated(unsafe) private(set) var due: Moment?
        nonisolated(unsafe) private var lastMove = Moment.now
        nonisolated(unsafe) private var lastWait: Moment?

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
            if case .none = body { isSent = true } else { awaitsContinue = exchange.encoded.expectsContinue }
        }

        var hasBody: Bool { if case .none = body { false } else { true } }

        /// True if the loop must go on with the request.
        var needsLoop: Bool { isStarved || awaitsContinue || bodyFailure != nil }

        // Request

        func bodyIsAvailable() { connection.bodyIsAvailable() }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyReading {
            guard !isStopped, !awaitsContinue else { return .wait }
            lastMove = .now
            switch body {
            case .none: return .bytes(0, isEnd: true)
            case .memory(let data):
                let count = min(buffer.count, data.count - offset)
                let start = data.startIndex + offset
                data.copyBytes(to: buffer, from: start..<(start + count))
                offset += count
                isSent = offset == data.count
                return .bytes(count, isEnd: isSent)
            case .source(let reader): return read(from: reader, into: buffer)
            }
        }

        private func read(
            from reader: RequestBodyReader,
            into buffer: UnsafeMutableRawBufferPointer
        ) -> HTTP2BodyReading {
            isStarved = true
            guard mayReadSource else { return .wait }
            switch reader.read(into: buffer, for: self) {
            case .bytes(let count):
                isStarved = false
                isSent = reader.isAtEnd
                return .bytes(count, isEnd: isSent)
            case .end:
                isStarved = false
                isSent = true
                return .bytes(0, isEnd: true)
            case .wait: return .wait
            case .failure(var error):
                error.host = exchange.request.url.host
                bodyFailure = error
                return .wait
            }
        }

        /// Sets the end of the wait for the server's consent, if the body waits for it.
        func setConsentTimer() {
            guard awaitsContinue, due == nil, status == nil else { return }
            due = .now + exchange.engine.configuration.continueTimeout
        }

        /// Lets the body go out.
        func proceed() {
            awaitsContinue = false
            due = nil
        }

        /// Returns what there is to say about the request. Phases are not announced after the head of the response.
        func takeAnnouncement() -> ExchangeRun.Announcement {
            var announcement = ExchangeRun.Announcement()
            if let content = exchange.request.content, !content.isEmpty {
                if announcedByteCount < 0 {
                    announcedByteCount = 0
                    announcement.hasBegun = status == nil
                }
                if sentByteCount > announcedByteCount {
                    announcedByteCount = sentByteCount
                    announcement.sent = sentByteCount
                    announcement.total = content.byteCount
                }
            }
            if isSent, !hasAnnouncedEnd {
                hasAnnouncedEnd = true
                announcement.hasEnded = status == nil
            }
            return announcement
        }

        private var sentByteCount: Int64 {
            if case .source(let reader) = body { reader.sentByteCount } else { Int64(offset) }
        }

        // Response

        func noteArrival(at now: Moment) {
            if firstByte == nil { firstByte = now }
            hasReceived = true
            lastMove = now
        }

        func take(informational head: HTTP2Event.Head) { incoming.add(informational: responseHead(head)) }

        func take(_ head: HTTP2Event.Head) {
            status = head.status
            incoming.add(responseHead(head))
            guard !isSent else { return }
            // The body of a refused request, and one that waits for consent, is not sent (EN16, EN17).
            if head.status >= 300 || awaitsContinue {
                isStopped = true
                exchange.source?.cancel()
                due = nil
            }
        }

        func take(_ data: Data) {
            receivedByteCount += Int64(data.count)
            unreturnedByteCount += data.count
            exchange.note(received: data.count)
            incoming.add(data)
        }

        /// Notes that the response is whole.
        ///
        /// - Returns: Whether the exchange is over. If not, the rest of the request is still sent, as long as the other
        ///   side takes it (EN17).
        func end() -> Bool {
            hasEnded = true
            guard !isSent, !isStopped, bodyFailure == nil else { return true }
            incoming.flush()
            due = .now + Self.restPatience
            return false
        }

        private static let restPatience = Duration.seconds(1)

        private func responseHead(_ head: HTTP2Event.Head) -> ResponseHead {
            var headers = HTTP.Headers()
            headers.reserveCapacity(head.fields.count)
            for field in head.fields { headers.add(field.name, field.value) }
            let status = HTTP.StatusCode(rawValue: head.status)
            return ResponseHead(status: status, headers: headers, url: exchange.request.url)
        }

        // Window

        /// True if more than half of the window is not given back.
        var isHeldUp: Bool { unreturnedByteCount > exchange.engine.configuration.bufferByteCount / 2 }

        /// Returns the number of bytes that the window of the stream gets back, because the observer has taken them
        /// (EN33). If too many are left, the exchange has the connection served when the observer has caught up.
        func takeReturnableByteCount() -> Int {
            let window = exchange.engine.configuration.bufferByteCount
            var count = 0
            // Otherwise the server has half of the window at least.
            while isHeldUp {
                let free = unreturnedByteCount - exchange.undeliveredByteCount
                guard free >= max(1, window / 4) || !exchange.awaitsDelivery() else { break }
                // A delivery in the meantime makes it more.
                let now = max(free, unreturnedByteCount - exchange.undeliveredByteCount)
                guard now > 0 else { break }
                unreturnedByteCount -= now
                count += now
            }
            return count
        }

        // Time

        /// Acts on the timer.
        ///
        /// - Returns: Whether the exchange is over.
        func act(at now: Moment) -> Bool {
            guard let due, due <= now else { return false }
            guard hasEnded else {
                proceed()
                return false
            }
            let end = lastMove + Self.restPatience
            if end <= now, !isStarved { return true }
            self.due = max(end, now + Self.restPatience / 10)
            return false
        }

        /// Returns for how long no bytes have moved, apart from the time in which this side was to act.
        func idleTime(at now: Moment) -> Duration {
            if exchange.isPaused || isStarved { lastWait = now }
            return max(lastMove, lastWait ?? lastMove).duration(to: now)
        }

        // Ends

        func complete(_ facts: ConnectionFacts) { incoming.complete(metrics(facts)) }

        /// Ends the exchange with an error, or with its response if that is whole.
        func fail(_ error: TransportError, _ facts: ConnectionFacts) {
            if hasEnded { complete(facts) } else { incoming.fail(error) }
        }

        /// Returns an error of the exchange in its present phase.
        func error(
            _ kind: TransportError.Kind,
            _ code: Int?,
            _ text: String,
            mayHaveReachedServer: Bool? = nil
        ) -> TransportError {
            var mayHave = mayHaveReachedServer ?? true
            if mayHaveReachedServer == nil, !hasReceived {
                switch kind {
                case .handshakeRefused: mayHave = false
                // The server may have closed the connection before the request (EN13).
                case .connectionLost: mayHave = !isReused || isSent
                default: break
                }
            }
            return exchange.error(kind, phase, mayHaveReachedServer: mayHave, code: code, text)
        }

        private var phase: TransferPhase {
            if status != nil { return .receiving }
            return isSent ? .waitingForHead : .sending
        }

        private func metrics(_ facts: ConnectionFacts) -> TransferMetrics {
            let began = exchange.began
            var metrics = isReused ? TransferMetrics() : facts.times(since: began)
            metrics.firstByte = firstByte.map { began.duration(to: $0) }
            metrics.total = began.duration(to: lastMove)
            metrics.receivedByteCount = receivedByteCount
            metrics.wireByteCount = receivedByteCount
            metrics.reusedConnection = isReused
            metrics.sentByteCount = sentByteCount
            metrics.protocolVersion = "HTTP/2"
            metrics.remoteAddress = facts.address
            metrics.remotePort = facts.port
            return metrics
        }
    }
#endif
