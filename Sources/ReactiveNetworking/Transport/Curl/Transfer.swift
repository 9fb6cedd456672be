#if os(Linux)
    import CCurl
    import Foundation
    import Synchronization

    /// One exchange: receives libcurl's callbacks on the loop's thread, and delivers events to the receiver on another.
    final class Transfer: Disposable, Deliverable, BodyConsumer {
        /// An item to deliver.
        enum Item: Sendable {
            case event(TransportEvent)
            case head(WireHead, isFinal: Bool)
            case end(TransportError?)
        }

        private struct Delivery {
            /// The decoder of the body, if the response's codings are to be undone.
            var decoding: ContentDecoding?
            /// Items that are held back until the receiver is ready for more.
            var items: ArraySlice<Item> = []
            /// The size of the encoded body bytes that are being decoded.
            var codedByteCount = 0
        }

        private struct Outbox: Sendable {
            var items: [Item] = []
            var isBeingDelivered = false
        }

        let request: PreparedRequest
        let origin: Origin
        let loop: EventLoop
        /// The state on the loop's thread without a check; see ``state``.
        ///
        /// SAFETY: accessed only on the loop's thread, once the loop has received the start command. Every use before
        /// and afterward says why it is safe.
        @exclusivity(unchecked) nonisolated(unsafe) var confined: TransferState
        let upload: RequestBodyReader?
        private let pool: HandlePool
        private let cookies: CookieJar?
        /// The state of the delivery; see ``delivery``.
        ///
        /// SAFETY: accessed only by the thread that delivers.
        @exclusivity(unchecked) nonisolated(unsafe) private var deliveryState = Delivery()
        private let undoesCodings: Bool
        let supportsPrerequest: Bool

        private let output: ExchangeOutput
        private let outbox = InlineLocked(Outbox())
        private let bufferLimit: Int
        /// The number of body bytes that wait to be delivered.
        private let bufferedByteCount = Synchronization.Atomic<Int>(0)
        private let isReceivingPaused = Synchronization.Atomic<Bool>(false)
        private let hasEnded = Synchronization.Atomic<Bool>(false)
        private let wasDisposed = Synchronization.Atomic<Bool>(false)

        init(
            _ request: PreparedRequest,
            _ output: ExchangeOutput,
            on loop: EventLoop,
            _ settings: TransferSettings
        ) throws(TransportError) {
            self.request = request
            self.output = output
            self.loop = loop
            origin = Origin(isSecure: request.url.isSecure, authority: request.authority)
            pool = settings.pool
            cookies = settings.cookies
            bufferLimit = settings.configuration.bufferByteCount
            supportsPrerequest = settings.library.supportsPrerequest
            upload = request.content.map { RequestBodyReader($0) }
            undoesCodings =
                ContentDecoding.acceptEncoding != nil && !request.headers.contains(HTTP.Headers.Name.acceptEncoding)
            confined = TransferState(maxHeadByteCount: settings.configuration.maxHeadByteCount)
            // SAFETY: no other thread has a reference yet.
            confined.easy = try settings.handle(for: self)
        }

        deinit { free() }

        /// Returns libcurl's handle to the pool.
        func free() {
            // SAFETY: runs on the loop's thread, or as the deinitializer, when nobody else has a reference any more.
            guard let easy = confined.easy else { return }
            confined.easy = nil
            if let notice = confined.notice { ccurl_notice_free(notice) }
            confined.notice = nil
            upload?.cancel()
            cookies?.detach(from: easy)
            pool.put(easy)
        }

        // Any thread

        /// True once the receiver needs no more events.
        var isDisposed: Bool { wasDisposed.load(ordering: .acquiring) }

        /// Cancels the exchange, if it still runs.
        func dispose() {
            wasDisposed.store(true, ordering: .releasing)
            guard !hasEnded.load(ordering: .acquiring) else { return }
            loop.post(.cancel(self))
        }

        func bodyIsAvailable() { loop.post(.resume(self)) }

        // Loop thread

        /// The state of the transfer, used on the loop's thread only.
        var state: TransferState {
            _read {
                assert(loop.thread.isHeld, "The state of a transfer belongs to the loop's thread")
                yield confined
            }
            _modify {
                assert(loop.thread.isHeld, "The state of a transfer belongs to the loop's thread")
                yield &confined
            }
        }

        /// True during the name lookup, as far as libcurl reports it.
        var isLookingUp: Bool {
            guard state.stage == .connecting, let easy = state.easy else { return false }
            return ccurl_get_offset(easy.pointer, Libcurl.Info.nameLookupTime) == 0
        }

        /// True if the connection carries several exchanges at a time.
        var isMultiplexed: Bool {
            guard !supportsPrerequest else { return state.speaksHTTP2 }
            guard let easy = state.easy else { return false }
            return ccurl_get_long(easy.pointer, Libcurl.Info.httpVersion) >= 3
        }

        /// True if receiving is paused until the receiver catches up.
        var isHeldUp: Bool { isReceivingPaused.load(ordering: .acquiring) }

        /// Enqueues an item for delivery at the end of this round.
        func push(_ item: Item) {
            // Drop a phase that ended before it could be delivered.
            if case .event(.phase)? = state.pending.last { state.pending.removeLast() }
            state.pending.append(item)
            guard !state.isDirty else { return }
            state.isDirty = true
            loop.markDirty(self)
        }

        /// Enqueues an event for delivery with the next item, or a little later.
        func note(_ event: TransportEvent) {
            if state.pending.isEmpty { loop.markLagging(self) }
            // Keep only the latest progress.
            if case .uploadProgress = event, case .event(.uploadProgress)? = state.pending.last {
                state.pending.removeLast()
            }
            state.pending.append(.event(event))
        }

        /// Receives bytes of the body.
        ///
        /// - Returns: Whether there was room for the bytes. If not, libcurl must offer them again once the receiver has
        ///   caught up.
        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if bufferedByteCount.load(ordering: .relaxed) >= bufferLimit, pauseReceiving() { return false }
            bufferedByteCount.add(bytes.count, ordering: .sequentiallyConsistent)
            state.receivedByteCount += Int64(bytes.count)
            if !state.joinLast(bytes) { push(.event(.body(Data(bytes)))) }
            return true
        }

        /// - Returns: False if the receiver has caught up in the meantime.
        private func pauseReceiving() -> Bool {
            isReceivingPaused.store(true, ordering: .sequentiallyConsistent)
            guard bufferedByteCount.load(ordering: .sequentiallyConsistent) < bufferLimit else { return true }
            return !isReceivingPaused.exchange(false, ordering: .sequentiallyConsistent)
        }

        func finish(_ code: Int32) {
            guard !state.isAbandoned else { return end(nil) }
            guard let error = failure(code) else {
                push(.event(.completed(metrics)))
                return end(nil)
            }
            end(error)
        }

        /// Enqueues the end of the exchange: a failure, or completion if `error` is `nil`.
        func end(_ error: TransportError?) {
            hasEnded.store(true, ordering: .releasing)
            push(.end(error))
        }

        /// Hands the pending items to the delivering thread.
        ///
        /// - Returns: Whether there is none, so that a thread must be found.
        func flush() -> Bool {
            state.isDirty = false
            guard !state.pending.isEmpty else { return false }
            let mustBegin = outbox.withLock { outbox in
                if outbox.items.isEmpty {
                    swap(&outbox.items, &state.pending)
                } else {
                    outbox.items += state.pending
                }
                defer { outbox.isBeingDelivered = true }
                return !outbox.isBeingDelivered
            }
            state.pending.removeAll(keepingCapacity: true)
            return mustBegin
        }

        // Delivering thread, one at a time

        /// The state of the delivery, for the thread that delivers.
        private var delivery: Delivery {
            // SAFETY: `isBeingDelivered` lets one thread at a time deliver, and hands over under the lock of the
            // outbox.
            _read {
                assert(outbox.withLock { $0.isBeingDelivered }, "The delivery is another thread's")
                yield deliveryState
            }
            _modify {
                assert(outbox.withLock { $0.isBeingDelivered }, "The delivery is another thread's")
                yield &deliveryState
            }
        }

        func deliver() {
            guard let flow = request.flow else {
                while let items = nextItems() {
                    deliver(items)
                }
                return
            }
            while deliverNext() {
                // From here on another thread may deliver.
                if flow.whenOpen({ EventLoop.deliverers.async { self.deliver() } }) { return }
            }
        }

        /// Delivers items, and the rest of a response that is complete as a whole.
        private func deliver(_ items: [Item]) {
            for (index, item) in items.enumerated() {
                guard case .head(let wire, isFinal: true) = item, let rest = WholeRest(items, after: index) else {
                    deliver(item)
                    continue
                }
                guard let head = accept(wire, isFinal: true) else { return }
                guard delivery.decoding == nil else {
                    output.send(.head(head))
                    continue
                }
                return output.finish(with: RawResponse(head: head, data: rest.data, completion: rest.completion))
            }
        }

        /// Delivers an item or a decoded piece of it.
        ///
        /// - Returns: False if there is nothing to deliver.
        private func deliverNext() -> Bool {
            if delivery.codedByteCount > 0 {
                if deliverPiece() { return true }
                release(delivery.codedByteCount)
                delivery.codedByteCount = 0
            }
            if delivery.items.isEmpty {
                // Without items the turn has passed on, and nothing of the delivery may be touched any more.
                guard let items = nextItems() else { return false }
                delivery.items = items[...]
            }
            guard let item = delivery.items.popFirst() else { return false }
            guard case .event(.body(let data)) = item, delivery.decoding != nil else {
                deliver(item)
                return true
            }
            delivery.decoding?.take(data)
            delivery.codedByteCount = data.count
            return true
        }

        private func nextItems() -> [Item]? {
            outbox.withLock { outbox in
                guard !outbox.items.isEmpty else {
                    outbox.isBeingDelivered = false
                    return nil
                }
                let items = outbox.items
                outbox.items = []
                return items
            }
        }

        private func deliver(_ item: Item) {
            switch item {
            case .event(.body(let data)):
                deliver(data)
                release(data.count)
            case .event(.completed(let metrics)):
                complete(metrics)
            case .event(let event):
                output.send(event)
            case .head(let wire, let isFinal):
                deliver(wire, isFinal: isFinal)
            case .end(let error?):
                output.end(.failed(error))
            case .end(nil):
                output.end(.completed)
            }
        }

        private func deliver(_ wire: WireHead, isFinal: Bool) {
            guard let head = accept(wire, isFinal: isFinal) else { return }
            output.send(isFinal ? .head(head) : .informational(head))
        }

        /// Returns the parsed head, or `nil` after an invalid one has ended the exchange.
        private func accept(_ wire: WireHead, isFinal: Bool) -> ResponseHead? {
            do throws(ResponseHead.ParsingFailure) {
                let head = try ResponseHead(wire, url: request.url)
                if let cookies, head.headers.contains(HTTP.Headers.Name.setCookie) { cookies.noteChange() }
                if isFinal, undoesCodings { delivery.decoding = ContentDecoding(head.headers) }
                return head
            } catch {
                deliver(.invalidResponse, error.text)
                return nil
            }
        }

        private func deliver(_ data: Data) {
            guard delivery.decoding != nil else { return output.send(.body(data)) }
            delivery.decoding?.take(data)
            while deliverPiece() {}
        }

        /// - Returns: False if there is nothing more to decode, or the receiver needs no more.
        private func deliverPiece() -> Bool {
            guard !isDisposed else { return false }
            do throws(ContentDecoding.Failure) {
                guard let piece = try delivery.decoding?.next() else { return false }
                output.send(.body(piece))
                return true
            } catch {
                deliver(error.kind, error.text)
                return false
            }
        }

        private func complete(_ metrics: TransferMetrics) {
            var metrics = metrics
            do throws(ContentDecoding.Failure) {
                try delivery.decoding?.finish()
                metrics.receivedByteCount = delivery.decoding?.byteCount ?? metrics.receivedByteCount
                output.send(.completed(metrics))
            } catch {
                deliver(error.kind, error.text)
            }
        }

        private func deliver(_ kind: TransportError.Kind, _ detail: String) {
            let error = TransportError(kind, host: request.url.host, phase: .receiving, detail: detail)
            output.end(.failed(error))
        }

        private func release(_ byteCount: Int) {
            let left = bufferedByteCount.subtract(byteCount, ordering: .sequentiallyConsistent).newValue
            guard left <= bufferLimit / 2, isReceivingPaused.load(ordering: .sequentiallyConsistent) else { return }
            guard isReceivingPaused.exchange(false, ordering: .sequentiallyConsistent) else { return }
            loop.post(.resume(self))
        }
    }

    /// The rest of a response, after its head, that is complete and successful.
    private struct WholeRest {
        var data = Data()
        let completion: TransportEvent

        init?(_ items: [Transfer.Item], after index: Int) {
            var next = index + 1
            if next < items.count, case .event(.body(let data)) = items[next] {
                self.data = data
                next += 1
            }
            guard items.count == next + 2, case .event(let completion) = items[next], case .completed = completion,
                case .end(nil) = items[next + 1]
            else { return nil }
            self.completion = completion
        }
    }

    extension EventLoop {
        /// The queue that delivers events.
        static let deliverers = DispatchQueue.global()
    }
#endif
