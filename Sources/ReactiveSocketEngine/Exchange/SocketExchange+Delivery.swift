#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The delivery of events, on a thread of the pool that has the turn.
    extension SocketExchange {
        func deliver() {
            guard let flow = request.flow else {
                while let items = nextItems() {
                    for item in items { deliver(item) }
                }
                return
            }
            while deliverNext() {
                // From here on another thread may deliver.
                if flow.whenOpen({ self.engine.deliverers.run { self.deliver() } }) { return }
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
            if case .whole(let response) = item {
                // In parts, so that the gate can close between them.
                delivery.items = (response.events.map(Item.event) + [.end(nil)] + delivery.items)[...]
                return true
            }
            guard case .event(.body(let data)) = item, delivery.decoding != nil else {
                deliver(item)
                return true
            }
            delivery.decoding?.take(data)
            delivery.codedByteCount = data.count
            return true
        }

        private func deliver(_ item: Item) {
            switch item {
            case .event(.head(let head)): deliver(head)
            case .event(.body(let data)):
                deliver(data)
                release(data.count)
            case .event(.completed(let metrics)): complete(metrics)
            case .event(let event): if !delivery.hasFailed { output.send(event) }
            case .whole(let response): deliver(response)
            case .end(let error):
                source?.cancel()
                if !delivery.hasFailed { end(error.map { .failed($0) } ?? .completed) }
            case .upgraded(let connection, let head, let metrics):
                guard let upgrade = request.upgrade, !isDisposed, output.isNeeded else { return connection.abort() }
                upgrade.succeed(with: .bytes(connection))
                output.send(.head(head))
                output.send(.completed(metrics))
                output.end(.completed)
            }
        }

        private func deliver(_ response: RawResponse) {
            cookies?.store(response.head.headers)
            release(response.data.count)
            source?.cancel()
            guard encoded.undoesCodings, let decoding = ContentDecoding(response.head.headers) else {
                output.finish(with: response)
                return engine.leave(self)
            }
            delivery.decoding = decoding
            output.send(.head(response.head))
            if !response.data.isEmpty { deliver(response.data) }
            if let trailers = response.trailers, !delivery.hasFailed { output.send(.trailers(trailers)) }
            if case .completed(let metrics) = response.completion { complete(metrics) }
            if !delivery.hasFailed { end(.completed) }
        }

        private func end(_ termination: Termination<TransportError>) {
            output.end(termination)
            engine.leave(self)
        }

        private func deliver(_ head: ResponseHead) {
            cookies?.store(head.headers)
            if encoded.undoesCodings { delivery.decoding = ContentDecoding(head.headers) }
            output.send(.head(head))
        }

        private func deliver(_ data: Data) {
            guard delivery.decoding != nil else { return output.send(.body(data)) }
            delivery.decoding?.take(data)
            while deliverPiece() {}
        }

        /// - Returns: False if there is nothing more to decode, or the receiver needs no more.
        private func deliverPiece() -> Bool {
            guard !isDisposed, output.isNeeded else { return false }
            do throws(ContentDecoding.Failure) {
                guard let piece = try delivery.decoding?.next() else { return false }
                output.send(.body(piece))
                return true
            } catch {
                fail(decoding: error)
                return false
            }
        }

        private func complete(_ metrics: TransferMetrics) {
            guard !delivery.hasFailed else { return }
            var metrics = metrics
            do throws(ContentDecoding.Failure) {
                try delivery.decoding?.finish()
                metrics.receivedByteCount = delivery.decoding?.byteCount ?? metrics.receivedByteCount
                output.send(.completed(metrics))
            } catch {
                fail(decoding: error)
            }
        }

        /// Ends the exchange for its receiver, and closes the connection if the body still arrives.
        private func fail(decoding failure: ContentDecoding.Failure) {
            delivery.hasFailed = true
            output.end(.failed(error(failure.kind, .receiving, failure.text)))
            dispose()
        }
    }
#endif
