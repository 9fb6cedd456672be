#if os(Linux)
    import ReactiveHTTPModel

    /// The progress of one exchange on a connection, over HTTP/1.1 and HTTP/2 alike: the request that goes out, the
    /// response that comes in, and the waits for either.
    struct ExchangeProgress: Sendable {
        /// The phases and the progress since the last call.
        struct Announcement: Sendable {
            var hasBegun = false
            var sent: Int64?
            var total: Int64?
            var hasEnded = false

            func send(_ receive: (TransportEvent) -> Void) {
                if hasBegun { receive(.phase(.sending)) }
                if let sent { receive(.uploadProgress(sent: sent, total: total)) }
                if hasEnded { receive(.phase(.waitingForHead)) }
            }
        }

        let exchange: SocketExchange
        /// A Boolean value that indicates whether the connection has served another exchange before.
        let isReused: Bool
        /// A Boolean value that indicates whether the request has begun to go out.
        var hasBegun = false
        /// A Boolean value that indicates whether the request was sent whole.
        var isSent = false
        /// The number of bytes of the body that were sent.
        var sentByteCount: Int64 = 0
        /// A Boolean value that indicates whether the body waits for the server's consent (EN16).
        private(set) var awaitsContinue: Bool
        /// A Boolean value that indicates whether the rest of the body is not sent, because the server has answered.
        private var isStopped = false
        /// The status of the final response, once its head has arrived.
        private(set) var status: Int?
        private var firstByte: Moment?
        private var receivedByteCount: Int64 = 0
        /// The end of the wait for the server's consent, or for the rest of the request after the response.
        private(set) var due: Moment?
        /// The instant at which bytes have moved last, or the wait for this side has ended.
        var lastMove = Moment.now
        /// The last instant at which this side was to act.
        private var lastWait: Moment?
        private var announcedByteCount: Int64 = -1
        private var hasAnnouncedEnd = false

        private static let restPatience = Duration.seconds(1)

        init(_ exchange: SocketExchange, isReused: Bool) {
            self.exchange = exchange
            self.isReused = isReused
            awaitsContinue = exchange.encoded.expectsContinue
        }

        // Request

        /// A Boolean value that indicates whether the body goes out, and neither waits nor is kept back.
        var sendsBody: Bool { !awaitsContinue && !isStopped }

        /// A Boolean value that indicates whether a part of the request is still to be sent.
        var hasRest: Bool { !isSent && !isStopped }

        /// Lets the body go out.
        mutating func proceed() {
            awaitsContinue = false
            due = nil
        }

        /// Returns what there is to say about the request. Phases are not announced after the head of the response.
        mutating func takeAnnouncement() -> Announcement {
            var announcement = Announcement()
            if let content = exchange.request.content, !content.isEmpty {
                if announcedByteCount < 0, hasBegun {
                    announcedByteCount = 0
                    announcement.hasBegun = status == nil
                }
                if sentByteCount > announcedByteCount, announcedByteCount >= 0 {
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

        // Response

        /// A Boolean value that indicates whether something of the response has arrived.
        var hasReceived: Bool { firstByte != nil }

        /// Notes that something of the response has arrived.
        mutating func noteArrival(at now: Moment) {
            if firstByte == nil { firstByte = now }
            lastMove = now
        }

        /// Notes the head of the final response.
        ///
        /// - Parameters:
        ///   - status: The status of the response.
        ///   - keepsTimer: True if the timer stays also if the body is kept back.
        mutating func noteHead(_ status: Int, keepsTimer: Bool = false) {
            self.status = status
            // The body of a refused request, and one that waits for consent, is not sent (EN16, EN17).
            guard !isSent, status >= 300 || awaitsContinue else { return }
            isStopped = true
            exchange.source?.cancel()
            if !keepsTimer { due = nil }
        }

        /// Counts bytes of the body that have arrived.
        mutating func note(received byteCount: Int) {
            receivedByteCount += Int64(byteCount)
            exchange.note(received: byteCount)
        }

        // Time

        /// Sets the end of the wait for the server's consent, if the body waits for it.
        mutating func startConsentTimer() {
            guard awaitsContinue, due == nil, status == nil else { return }
            due = .now + exchange.engine.configuration.continueTimeout
        }

        /// Sets the end of the wait for the rest of the exchange, which bytes that move put off.
        mutating func startRestTimer() { due = .now + Self.restPatience }

        /// Acts on the timer, which lets a body that waits for consent go out.
        ///
        /// - Parameters:
        ///   - now: The current time.
        ///   - awaitsRest: False if the timer ends the wait for the server's consent.
        ///   - awaitsThisSide: True if this side is to act, which puts off the end.
        /// - Returns: Whether the exchange is over, because its rest takes too long.
        mutating func act(at now: Moment, awaitsRest: Bool, awaitsThisSide: Bool) -> Bool {
            guard let due, due <= now else { return false }
            guard awaitsRest else {
                proceed()
                return false
            }
            let end = lastMove + Self.restPatience
            if end <= now, !awaitsThisSide { return true }
            self.due = max(end, now + Self.restPatience / 10)
            return false
        }

        /// Returns for how long no bytes have moved, apart from the time in which this side was to act.
        ///
        /// - Parameters:
        ///   - now: The current time.
        ///   - isStarved: True if the source of the body is to act.
        mutating func idleTime(at now: Moment, isStarved: Bool) -> Duration {
            if exchange.isPaused || isStarved { lastWait = now }
            return max(lastMove, lastWait ?? lastMove).duration(to: now)
        }

        // Ends

        /// Returns an error of the exchange in its current phase.
        func error(
            _ kind: TransportError.Kind,
            _ code: Int?,
            _ text: String,
            mayHaveReachedServer: Bool? = nil
        ) -> TransportError {
            let mayHave = mayHaveReachedServer ?? self.mayHaveReachedServer(kind)
            return exchange.error(kind, phase, mayHaveReachedServer: mayHave, code: code, text)
        }

        private func mayHaveReachedServer(_ kind: TransportError.Kind) -> Bool {
            guard !hasReceived else { return true }
            switch kind {
            case .handshakeRefused: return false
            // The server may have closed the connection before the request (EN13).
            case .connectionLost: return !isReused || isSent
            default: return true
            }
        }

        private var phase: TransferPhase {
            if status != nil { return .receiving }
            return isSent || exchange.request.content?.isEmpty ?? true ? .waitingForHead : .sending
        }

        func metrics(_ facts: ConnectionFacts, protocolVersion: String?) -> TransferMetrics {
            let began = exchange.began
            var metrics = isReused ? TransferMetrics() : facts.times(since: began)
            metrics.firstByte = firstByte.map { began.duration(to: $0) }
            metrics.total = began.duration(to: lastMove)
            metrics.receivedByteCount = receivedByteCount
            metrics.wireByteCount = receivedByteCount
            metrics.reusedConnection = isReused
            metrics.sentByteCount = sentByteCount
            metrics.protocolVersion = protocolVersion
            metrics.remoteAddress = facts.address
            metrics.remotePort = facts.port
            return metrics
        }
    }

    /// The facts about a connection that its exchanges report.
    struct ConnectionFacts: Sendable {
        var lookedUp: Moment?
        var connected: Moment?
        var secured: Moment?
        var address: String?
        var port: Int?

        /// Returns metrics with the times of the steps that were taken.
        func times(since began: Moment) -> TransferMetrics {
            TransferMetrics(
                nameLookup: lookedUp.map { began.duration(to: $0) },
                connect: connected.map { began.duration(to: $0) },
                secureConnect: secured.map { began.duration(to: $0) }
            )
        }
    }
#endif
