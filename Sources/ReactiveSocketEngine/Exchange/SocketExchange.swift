#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel
    import Synchronization

    /// One exchange over a socket: the request, the place where it is, and the events that wait for its receiver.
    final class SocketExchange: Disposable, Deliverable {
        /// The place of an exchange on its way.
        enum Place: Sendable {
            /// With the pool, which has no connection for it yet, or with the thread that starts it.
            case waiting
            /// With the loop, which makes a connection for it.
            case connecting
            case connection(Connection)
            case ended
        }

        private struct Position: Sendable {
            var place = Place.waiting
            /// A Boolean value that indicates whether the receiver has been told that the exchange waits.
            var hasAnnouncedWaiting = false
        }

        /// The way of phases and progress to the receiver.
        enum Channel {
            /// Directly: the caller has the turn to deliver, and holds no lock.
            case receiver
            /// With the next item, or a little later.
            case outbox
        }

        let request: PreparedRequest
        let encoded: EncodedRequest
        let engine: Engine
        /// The place that the connection leads to.
        let server: Server
        /// The cookies of the transport, if it has any for this exchange.
        let cookies: ExchangeCookies?
        let began = Moment.now
        /// The source of the request's body, if the body is not in memory.
        let source: RequestBodyReader?
        let output: ExchangeOutput
        /// A Boolean value that indicates whether the exchange ends as soon as it has a connection (AD20).
        let isPreconnection: Bool

        /// SAFETY: accessed only by the thread that has the turn to deliver, which the outbox passes on under its lock.
        @exclusivity(unchecked) nonisolated(unsafe) var delivery = Delivery()

        private let position = InlineLocked(Position())
        private let outbox = InlineLocked(Outbox())
        /// The number of body bytes that wait to be delivered.
        private let bufferedByteCount = Atomic<Int>(0)
        private let isReceivingPaused = Atomic<Bool>(false)
        private let wasDisposed = Atomic<Bool>(false)
        private let hasBeenRepeated = Atomic<Bool>(false)
        /// A Boolean value that indicates whether other exchanges wait for the handshake of this one.
        let isLeader = Atomic<Bool>(false)
        /// The place among the exchanges that run, or a negative number for one that does not.
        let slot = Atomic<Int>(-1)
        /// The number of the loop's attempt to connect.
        let attempt = Atomic<Int>(0)
        /// A Boolean value that indicates whether the loop has the exchange among those with progress to deliver.
        let isDeliveryDelayed = Atomic<Bool>(false)

        init(
            _ request: PreparedRequest,
            _ output: ExchangeOutput,
            over engine: Engine,
            isPreconnection: Bool = false
        ) throws(TransportError) {
            self.isPreconnection = isPreconnection
            self.request = request
            self.output = output
            self.engine = engine
            encoded = try request.encoded { () throws(TransportError) in try EncodedRequest(request) }
            server = try engine.server(for: encoded.server, request)
            cookies = ExchangeCookies(engine.cookies, request, to: encoded.server)
            let pins = engine.configuration.tls.pins
            if !encoded.server.isSecure, !pins.isEmpty, pins.applying(to: encoded.server.host) != nil {
                let detail = "a pinned host requires TLS"
                throw TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
            }
            if case .stream? = request.content {
                source = request.content.map { RequestBodyReader($0) }
            } else {
                source = nil
            }
        }

        deinit {
            if engine.isOnLoop { engine.valuesToRelease.append(UserValues(request, output, source)) }
        }

        /// A Boolean value that indicates whether the exchange cannot use a connection over HTTP/2: protocols change
        /// over HTTP/1.1 alone (EN40).
        var needsHTTP1: Bool { request.upgrade != nil || engine.negotiation.isRestricted(server) }

        // Position

        /// A Boolean value that indicates whether the receiver needs no more events.
        var isDisposed: Bool { wasDisposed.load(ordering: .acquiring) }

        /// Cancels the exchange, if it still runs.
        func dispose() {
            // A forked process shares the sockets with its parent (EN6).
            guard engine.isInOwnProcess else { return }
            cancel()
            engine.leave(self)
        }

        /// Takes the exchange from its place.
        ///
        /// - Returns: The place, or `nil` if the exchange has ended before.
        @discardableResult
        func cancel() -> Place? {
            wasDisposed.store(true, ordering: .releasing)
            let place = leave()
            switch place {
            case .waiting: engine.withdraw(self)
            case .connecting: engine.stopConnecting(self)
            case .connection(let connection): connection.abandon(self)
            case .ended: return nil
            }
            source?.cancel()
            return place
        }

        /// Notes where the exchange is.
        ///
        /// - Returns: False if it has ended in the meantime.
        func move(to new: Place) -> Bool {
            position.withLock { position in
                if case .ended = position.place { return false }
                position.place = new
                // It may wait for its leader first, and then for a place in the pool.
                if case .waiting = new { return true }
                position.hasAnnouncedWaiting = false
                return true
            }
        }

        /// Notes that the exchange is on its way no more, and returns where it was.
        @discardableResult
        func leave() -> Place {
            let last = position.withLock { position in
                defer { position.place = .ended }
                return position.place
            }
            giveUpLead()
            return last
        }

        /// Lets another exchange show the protocol of the server, if this one was to do that.
        func giveUpLead() {
            if endLead() { engine.passLead(of: self) }
        }

        /// Ends the lead, and returns whether the exchange had it.
        func endLead() -> Bool {
            isLeader.load(ordering: .relaxed) && isLeader.exchange(false, ordering: .relaxed)
        }

        /// Claims the one repetition that the end of a reused connection allows (EN13).
        func claimRepetition() -> Bool {
            let mayRepeat = request.isRepeatable && request.content?.canBeReplayed ?? true
            guard mayRepeat, !hasBeenRepeated.exchange(true, ordering: .relaxed) else { return false }
            return source?.rewind(to: 0) ?? true
        }

        /// Returns whether a request that the server has not processed is sent again, whatever its method (EN34).
        ///
        /// - Parameter counts: True if this is the one repetition that is allowed.
        func mayRepeatUnprocessed(counts: Bool) -> Bool {
            guard request.content?.canBeReplayed ?? true else { return false }
            if counts, hasBeenRepeated.exchange(true, ordering: .relaxed) { return false }
            return source?.rewind(to: 0) ?? true
        }

        /// Ends the exchange with an error before it has a connection, or instead of one.
        func fail(_ error: TransportError) {
            if case .ended = leave() { return }
            source?.cancel()
            push([.end(error)])
        }

        func error(
            _ kind: TransportError.Kind,
            _ phase: TransferPhase,
            mayHaveReachedServer: Bool? = nil,
            code: Int? = nil,
            _ detail: String
        ) -> TransportError {
            TransportError(
                kind,
                host: request.url.host,
                phase: phase,
                mayHaveReachedServer: mayHaveReachedServer,
                underlyingCode: code,
                detail: detail
            )
        }

        // Buffer

        /// Counts bytes of the body that wait to be delivered.
        func note(received byteCount: Int) {
            bufferedByteCount.add(byteCount, ordering: .sequentiallyConsistent)
        }

        /// A Boolean value that indicates whether receiving is paused until the receiver has caught up.
        var isPaused: Bool { isReceivingPaused.load(ordering: .acquiring) }

        /// Pauses receiving if too many bytes wait to be delivered (EN23).
        ///
        /// - Returns: Whether it is paused. ``Connection/resume(_:)`` is called when the receiver has caught up.
        func mustPause() -> Bool {
            let limit = engine.configuration.bufferByteCount
            guard bufferedByteCount.load(ordering: .relaxed) >= limit else { return false }
            isReceivingPaused.store(true, ordering: .sequentiallyConsistent)
            guard bufferedByteCount.load(ordering: .sequentiallyConsistent) < limit else { return true }
            return !isReceivingPaused.exchange(false, ordering: .sequentiallyConsistent)
        }

        /// The number of body bytes that wait to be delivered.
        var undeliveredByteCount: Int { bufferedByteCount.load(ordering: .sequentiallyConsistent) }

        /// Returns whether more than half of the buffer waits to be delivered. Then ``Engine/resume(_:)`` is called
        /// when the receiver has caught up.
        func awaitsDelivery() -> Bool {
            let limit = engine.configuration.bufferByteCount / 2
            guard undeliveredByteCount > limit else { return false }
            isReceivingPaused.store(true, ordering: .sequentiallyConsistent)
            guard undeliveredByteCount <= limit else { return true }
            return !isReceivingPaused.exchange(false, ordering: .sequentiallyConsistent)
        }

        /// Counts bytes of the body that have been delivered.
        func release(_ byteCount: Int) {
            let left = bufferedByteCount.subtract(byteCount, ordering: .sequentiallyConsistent).newValue
            guard left <= engine.configuration.bufferByteCount / 2,
                isReceivingPaused.load(ordering: .sequentiallyConsistent),
                isReceivingPaused.exchange(false, ordering: .sequentiallyConsistent),
                case .connection(let connection) = position.withLock({ $0.place })
            else { return }
            engine.resume(connection)
        }

        // Outbox

        /// Adds items, and has them delivered soon.
        func push(_ items: [Item]) {
            append(items)
            engine.deliver(self)
        }

        /// Announces a phase or progress.
        func announce(_ event: TransportEvent, _ channel: Channel) {
            switch channel {
            case .receiver: output.send(event)
            case .outbox: note(event)
            }
        }

        /// Announces once that the exchange waits for a connection, unless it has got one in the meantime.
        func announceWaiting(_ channel: Channel) {
            let isNews = position.withLock { position in
                guard case .waiting = position.place, !position.hasAnnouncedWaiting else { return false }
                position.hasAnnouncedWaiting = true
                if case .outbox = channel { note(.phase(.waitingForConnection)) }
                return true
            }
            if isNews, case .receiver = channel { output.send(.phase(.waitingForConnection)) }
        }

        /// Adds items to those that ``flush()`` hands over. There is at least one.
        func append(_ items: [Item]) {
            outbox.withLock { $0.append(items) }
        }

        /// Ends the exchange for its receiver in place of everything that was not delivered, or comes later.
        func seal(with error: TransportError) {
            outbox.withLock { $0.seal(with: .end(error)) }
        }

        /// Adds a phase or progress, which is delivered with the next item, or a little later.
        func note(_ event: TransportEvent) {
            outbox.withLock { $0.note(event) }
            engine.deliverLater(self)
        }

        /// Takes the turn to deliver, for another thread, if there are items and nobody has it.
        func flush() -> Bool {
            outbox.withLock { outbox in
                guard !outbox.isBeingDelivered, !outbox.items.isEmpty else { return false }
                outbox.isBeingDelivered = true
                return true
            }
        }

        /// Passes on the turn of the thread that has started the exchange.
        func endStart() {
            let hasItems = outbox.withLock { outbox in
                outbox.isBeingDelivered = !outbox.items.isEmpty
                return outbox.isBeingDelivered
            }
            if hasItems { engine.handOver(self) }
        }

        /// Returns the items to deliver, or passes on the turn if there are none.
        func nextItems() -> [Item]? {
            outbox.withLock { $0.next() }
        }
    }
#endif
