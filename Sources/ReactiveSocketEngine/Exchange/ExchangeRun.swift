#if os(Linux)
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

        var progress: ExchangeProgress
        var parser: ResponseParser
        var outgoing: Outgoing
        var isReadable = true
        /// A Boolean value that indicates whether the other side has ended its direction.
        var otherSideHasEnded = false
        /// A Boolean value that indicates whether the socket may take more of the request in another turn.
        private(set) var hasMoreToWrite = false
        var hasInformational = false
        /// Set when the response is whole, which the request may not be yet (EN17).
        var persistence: Persistence?
        var writeFailure: StreamFailure?
        var wasCutOff = false

        init(_ exchange: SocketExchange, isReused: Bool) {
            progress = ExchangeProgress(exchange, isReused: isReused)
            parser = ResponseParser(
                method: exchange.request.method,
                url: exchange.request.url,
                maxHeadByteCount: exchange.engine.configuration.maxHeadByteCount,
                upgrade: exchange.request.upgrade?.token
            )
            outgoing = Outgoing(exchange)
        }

        var exchange: SocketExchange { progress.exchange }

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
            guard writeFailure == nil, !progress.isSent else { return nil }
            let before = outgoing.takenByteCount
            let wasStarved = outgoing.isStarved
            let result = outgoing.write(
                to: stream,
                sendsBody: progress.sendsBody,
                mayReadSource: isOnLoop,
                for: consumer
            )
            progress.hasBegun = outgoing.takenByteCount > 0
            progress.sentByteCount = outgoing.sentByteCount
            if isOnLoop, wasStarved || before != outgoing.takenByteCount { progress.lastMove = .now }
            hasMoreToWrite = false
            switch result {
            case .whole: progress.isSent = true
            case .blocked: break
            case .again: hasMoreToWrite = true
            case .waiting: if isOnLoop { progress.startConsentTimer() }
            case .lost(let failure):
                writeFailure = failure
                // The end of the connection is read as a rule, but not if only the stream has failed.
                if persistence == nil { progress.startRestTimer() }
            case .withoutBody(var error):
                error.host = exchange.request.url.host
                return error
            }
            return nil
        }

        /// A Boolean value that indicates whether the loop must go on with the request, because its rest comes from a
        /// source or waits for consent.
        var needsLoop: Bool {
            writeFailure != nil || hasMoreToWrite
                || !progress.isSent && (outgoing.hasSource || progress.awaitsContinue)
        }

        /// Notes that the socket may have bytes, or the end of the connection.
        mutating func noteReadable(hasEnded: Bool) {
            isReadable = true
            if hasEnded { otherSideHasEnded = true }
        }

        /// Returns for how long no bytes have moved, apart from the time in which this side was to act.
        mutating func idleTime(at now: Moment) -> Duration {
            progress.idleTime(at: now, isStarved: outgoing.isStarved)
        }
    }
#endif
