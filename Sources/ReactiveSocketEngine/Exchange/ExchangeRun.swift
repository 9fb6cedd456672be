#if os(Linux)
    import Foundation
    import ReactiveHTTPModel

    /// One exchange on one connection, under the connection's lock: the request that goes out, and the response that
    /// comes in.
    struct ExchangeRun: Sendable {
        /// The state of the exchange after a turn.
        enum Outcome: Sendable {
            /// The exchange continues when the socket is ready, the receiver has caught up, or the source has bytes.
            case open
            /// Another turn follows after those of the other connections.
            case again
            /// The exchange is over, and its connection can be used again.
            case kept(Persistence)
            /// The exchange is over, and so is its connection.
            case closed
            /// The request goes out once more, because the reused connection ended before a response (EN13).
            case repeated(onNew: Bool)
            /// The exchange is over, and its connection speaks another protocol (EN40).
            case upgraded(Change)
        }

        /// A change of the connection's protocol.
        struct Change: Sendable {
            let head: ResponseHead
            /// The bytes behind the head.
            let early: [UInt8]
            let metrics: TransferMetrics
        }

        let exchange: SocketExchange
        /// A Boolean value that indicates whether the connection has served another exchange before.
        let isReused: Bool
        private var parser: ResponseParser
        private var outgoing: Outgoing
        private var isReadable = true
        /// A Boolean value that indicates whether the other side has ended its direction.
        private var otherSideHasEnded = false
        /// A Boolean value that indicates whether the socket may take more of the request in another turn.
        private(set) var hasMoreToWrite = false
        /// A Boolean value that indicates whether a byte of the response has arrived.
        private var hasReceived = false
        /// The status of the final response, once its head has arrived.
        private var status: Int?
        private var hasInformational = false
        private var receivedByteCount: Int64 = 0
        private var firstByte: Moment?
        /// Set when the response is whole, which the request may not be yet (EN17).
        private var persistence: Persistence?
        private var writeFailure: StreamFailure?
        /// The end of the wait for the server's consent, or for the rest of the request after the response.
        private(set) var due: Moment?
        /// The instant at which bytes have moved last, or the wait for this side has ended.
        private var lastMove: Moment
        /// The last instant at which this side was to act.
        private var lastWait: Moment?
        private var announcedByteCount: Int64 = -1
        private var hasAnnouncedEnd = false

        init(_ exchange: SocketExchange, isReused: Bool) {
            self.exchange = exchange
            self.isReused = isReused
            parser = ResponseParser(
                method: exchange.request.method,
                url: exchange.request.url,
                maxHeadByteCount: exchange.engine.configuration.maxHeadByteCount,
                upgrade: exchange.request.upgrade?.token
            )
            outgoing = Outgoing(exchange)
            lastMove = .now
        }

        private var configuration: SocketTransport.Configuration { exchange.engine.configuration }

        /// A Boolean value that indicates whether the request was sent whole.
        var isSent: Bool { outgoing.isWhole }

        /// A Boolean value that indicates whether the other side is to act, and not the receiver or the source of the
        /// body.
        var waitsForOtherSide: Bool { !exchange.isPaused && !outgoing.isStarved }

        // Writing

        /// Writes as much as the socket takes.
        ///
        /// - Parameters:
        ///   - isOnLoop: True on the loop's thread, which reads sources and sets timers.
        /// - Returns: An error that ends the exchange.
        mutating func write(
            to stream: any SocketStream,
            isOnLoop: Bool,
            for consumer: any BodyConsumer
        ) -> TransportError? {
            guard writeFailure == nil, !outgoing.isWhole else { return nil }
            let before = outgoing.takenByteCount
            let wasStarved = outgoing.isStarved
            let progress = outgoing.write(to: stream, mayReadSource: isOnLoop, for: consumer)
            if isOnLoop, wasStarved || before != outgoing.takenByteCount { lastMove = .now }
            hasMoreToWrite = false
            switch progress {
            case .whole, .blocked: break
            case .again: hasMoreToWrite = true
            case .waiting:
                if isOnLoop, outgoing.awaitsContinue, due == nil, status == nil {
                    due = .now + configuration.continueTimeout
                }
            case .lost(let failure):
                writeFailure = failure
                // The end of the connection is read as a rule, but not if only the stream has failed.
                if persistence == nil { due = .now + Self.restPatience }
            case .withoutBody(var error):
                error.host = exchange.request.url.host
                return error
            }
            return nil
        }

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

        /// Returns what there is to say about the request. Phases are not announced after the head of the response.
        mutating func takeAnnouncement() -> Announcement {
            var announcement = Announcement()
            if let content = exchange.request.content, !content.isEmpty {
                if announcedByteCount < 0, outgoing.hasBegun {
                    announcedByteCount = 0
                    announcement.hasBegun = status == nil
                }
                let sent = outgoing.sentByteCount
                if sent > announcedByteCount, announcedByteCount >= 0 {
                    announcedByteCount = sent
                    announcement.sent = sent
                    announcement.total = content.byteCount
                }
            }
            if outgoing.isWhole, !hasAnnouncedEnd {
                hasAnnouncedEnd = true
                announcement.hasEnded = status == nil
            }
            return announcement
        }

        /// A Boolean value that indicates whether the loop must go on with the request, because its rest comes from a
        /// source or waits for consent.
        var needsLoop: Bool {
            writeFailure != nil || hasMoreToWrite
                || !outgoing.isWhole && (outgoing.hasSource || outgoing.awaitsContinue)
        }

        // Reading

        /// Notes that the socket may have bytes, or the end of the connection.
        mutating func noteReadable(hasEnded: Bool) {
            isReadable = true
            if hasEnded { otherSideHasEnded = true }
        }

        /// Returns for how long no bytes have moved, apart from the time in which this side was to act.
        mutating func idleTime(at now: Moment) -> Duration {
            if !waitsForOtherSide { lastWait = now }
            return max(lastMove, lastWait ?? lastMove).duration(to: now)
        }

        /// Reads and parses at most as much as one turn allows.
        ///
        /// - Parameters:
        ///   - stream: The stream of the connection.
        ///   - buffer: The memory to read into.
        ///   - facts: The facts about the connection, for the metrics.
        ///   - incoming: Receives the events.
        mutating func read(
            from stream: any SocketStream,
            _ buffer: UnsafeMutableRawBufferPointer,
            _ facts: ConnectionFacts,
            into incoming: inout Incoming
        ) -> Outcome {
            // Until then nothing can be the response (EN12).
            guard outgoing.hasBegun || writeFailure != nil else { return .open }
            var turn = ReadingTurn()
            while isReadable {
                guard !turn.isOver else { return .again }
                if persistence == nil, exchange.mustPause() { return .open }
                switch stream.read(into: buffer) {
                case .bytes(let count):
                    lastMove = .now
                    turn.note(count, at: lastMove)
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    if let outcome = parse(bytes, facts, into: &incoming) { return outcome }
                case .blocked: isReadable = false
                case .end(let isClean): return end(isClean: isClean, facts, into: &incoming)
                case .failed(let failure): return fail(failure, facts, into: &incoming)
                }
            }
            return .open
        }

        private mutating func parse(
            _ bytes: UnsafeRawBufferPointer,
            _ facts: ConnectionFacts,
            into incoming: inout Incoming
        ) -> Outcome? {
            // Bytes behind a response whose request is still being sent.
            guard persistence == nil else {
                persistence = .close
                return finish(facts, into: &incoming)
            }
            if firstByte == nil { firstByte = lastMove }
            hasReceived = true
            // SAFETY: the span is used while the buffer is, and nothing writes to the buffer meanwhile.
            let span = Span<UInt8>(_unsafeBytes: bytes)
            var position = 0
            while let event = parser.next(in: span, at: &position) {
                switch event {
                case .informational(let head):
                    hasInformational = true
                    incoming.add(informational: head)
                    if head.status.rawValue == 100, outgoing.awaitsContinue { proceed() }
                case .head(let head):
                    if isRefusalOfReuse(head) { return .repeated(onNew: true) }
                    note(head)
                    incoming.add(head)
                case .body(let range):
                    receivedByteCount += Int64(range.count)
                    exchange.note(received: range.count)
                    incoming.add(span.extracting(range))
                case .upgraded(let head):
                    return .upgraded(Change(head: head, early: Array(bytes[position...]), metrics: metrics(facts)))
                case .trailers(let trailers): incoming.add(trailers: trailers)
                case .complete(let persistence):
                    self.persistence = position < bytes.count ? .close : persistence
                    return completed(facts, into: &incoming)
                case .failed(let failure):
                    return fail(failure.kind, nil, failure.text, into: &incoming)
                }
            }
            return nil
        }

        private mutating func note(_ head: ResponseHead) {
            status = head.status.rawValue
            guard !outgoing.isWhole else { return }
            // The body of a refused request, and one that waits for consent, is not sent (EN16, EN17).
            if head.status.rawValue >= 300 || outgoing.awaitsContinue {
                outgoing.stop()
                exchange.source?.cancel()
                if writeFailure == nil { due = nil }
            }
        }

        /// Lets the body go out.
        mutating func proceed() {
            outgoing.proceed()
            due = nil
        }

        /// A server that closes an idle connection may say so with a 408 (EN13).
        private func isRefusalOfReuse(_ head: ResponseHead) -> Bool {
            head.status.rawValue == 408 && isReused && !hasInformational && parser.closesConnection
                && exchange.claimRepetition()
        }

        // Ends

        private mutating func completed(_ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome? {
            guard !outgoing.isWhole, !outgoing.isStopped, writeFailure == nil else {
                return finish(facts, into: &incoming)
            }
            // The rest of the request is still sent, as long as the other side takes it (EN17).
            incoming.flush()
            due = .now + Self.restPatience
            return nil
        }

        private static let restPatience = Duration.seconds(1)

        /// Ends an exchange whose response is whole.
        private mutating func finish(_ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome {
            incoming.complete(metrics(facts))
            guard let persistence, outgoing.isWhole, writeFailure == nil, !exchange.encoded.closes, !otherSideHasEnded
            else { return .closed }
            if case .close = persistence { return .closed }
            return .kept(persistence)
        }

        /// Ends the exchange if only the rest of the request was missing, and it has been sent.
        mutating func finishIfSent(_ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome? {
            guard persistence != nil, outgoing.isWhole || writeFailure != nil else { return nil }
            return finish(facts, into: &incoming)
        }

        /// Acts on the timer.
        mutating func act(at now: Moment, _ facts: ConnectionFacts, into incoming: inout Incoming)
            -> Outcome?
        {
            guard let due, due <= now else { return nil }
            if persistence == nil, writeFailure == nil {
                proceed()
                return nil
            }
            let end = lastMove + Self.restPatience
            guard end <= now, waitsForOtherSide else {
                self.due = max(end, now + Self.restPatience / 10)
                return nil
            }
            guard persistence == nil, let writeFailure else { return finish(facts, into: &incoming) }
            // Bytes that have arrived are read first (EN17).
            guard !isReadable else {
                self.due = now + Self.restPatience / 10
                return nil
            }
            return fail(writeFailure, facts, into: &incoming)
        }

        private mutating func end(isClean: Bool, _ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome {
            guard persistence == nil else {
                persistence = .close
                return finish(facts, into: &incoming)
            }
            if let again = repetition() { return again }
            // Writing has taken the reset from the socket, which then looks like an end (EN24).
            if let writeFailure, writeFailure.code == Int(ECONNRESET), hasReceived {
                return fail(writeFailure, facts, into: &incoming)
            }
            switch parser.end() {
            case .complete?:
                guard isClean || configuration.acceptsMissingCloseNotify else {
                    let text = "the connection ended without the closure alert of TLS that ends the body"
                    return fail(.truncatedResponse, nil, text, into: &incoming)
                }
                persistence = .close
                wasCutOff = !isClean
                return finish(facts, into: &incoming)
            case .failed(let failure)?:
                let cause = hasReceived ? nil : writeFailure
                return fail(failure.kind, cause?.code, failure.text(after: cause), into: &incoming)
            default: return fail(.connectionLost, nil, "the connection ended", into: &incoming)
            }
        }

        private var wasCutOff = false

        private mutating func fail(
            _ failure: StreamFailure,
            _ facts: ConnectionFacts,
            into incoming: inout Incoming
        ) -> Outcome {
            if persistence != nil {
                persistence = .close
                return finish(facts, into: &incoming)
            }
            return repetition() ?? fail(failure.kind, failure.code, failure.text, into: &incoming)
        }

        /// Returns how the request is sent once more, if the reused connection ended before a response (EN13).
        private func repetition() -> Outcome? {
            guard isReused, !hasReceived else { return nil }
            if !outgoing.hasBegun { return .repeated(onNew: false) }
            return exchange.claimRepetition() ? .repeated(onNew: true) : nil
        }

        private mutating func fail(
            _ kind: TransportError.Kind,
            _ code: Int?,
            _ text: String,
            into incoming: inout Incoming
        ) -> Outcome {
            incoming.fail(error(kind, code, text))
            return .closed
        }

        /// Returns an error of the exchange in its current phase.
        func error(_ kind: TransportError.Kind, _ code: Int?, _ text: String) -> TransportError {
            exchange.error(kind, phase, mayHaveReachedServer: mayHaveReachedServer(kind), code: code, text)
        }

        private func mayHaveReachedServer(_ kind: TransportError.Kind) -> Bool {
            guard !hasReceived else { return true }
            switch kind {
            case .handshakeRefused: return false
            // The server may have closed the connection before the request (EN13).
            case .connectionLost: return !isReused || outgoing.isWhole
            default: return true
            }
        }

        private var phase: TransferPhase {
            if status != nil { return .receiving }
            return outgoing.isWhole || exchange.request.content?.isEmpty ?? true ? .waitingForHead : .sending
        }

        private func metrics(_ facts: ConnectionFacts) -> TransferMetrics {
            let began = exchange.began
            var metrics = isReused ? TransferMetrics() : facts.times(since: began)
            metrics.firstByte = firstByte.map { began.duration(to: $0) }
            metrics.total = began.duration(to: lastMove)
            metrics.receivedByteCount = receivedByteCount
            metrics.wireByteCount = receivedByteCount
            metrics.reusedConnection = isReused
            metrics.sentByteCount = outgoing.sentByteCount
            metrics.protocolVersion = parser.protocolVersion
            metrics.remoteAddress = facts.address
            metrics.remotePort = facts.port
            metrics.wasCutOff = wasCutOff
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

    extension ResponseParser.Failure {
        /// Returns the text with a failure to write that came before.
        fileprivate func text(after cause: StreamFailure?) -> String {
            cause.map { "\(text), after \($0.text)" } ?? text
        }
    }
#endif
