#if os(Linux)
    import CCurl
    import Foundation

    /// The steps of a transfer on the loop's thread.
    extension EventLoop {
        func start(_ transfer: Transfer) {
            inside.state.idleEnd = nil
            guard !transfer.isDisposed else { return transfer.free() }
            if inside.state.admission.admit(transfer, to: transfer.origin) {
                begin(transfer)
            } else {
                transfer.note(.phase(.waitingForConnection))
            }
        }

        private func begin(_ transfer: Transfer) {
            guard let multi = inside.state.multi, let easy = transfer.state.easy else { return }
            transfer.state.isActive = true
            inside.state.mayHaveConnections = true
            // libcurl holds the transfer from here until `leave`.
            _ = Unmanaged.passRetained(transfer)
            let code = ccurl_multi_add(multi, easy.pointer)
            guard code != 0 else { return }
            let detail = "libcurl accepts no further transfer (\(code))"
            transfer.end(TransportError(.other, host: transfer.request.url.host, phase: .connecting, detail: detail))
            leave(transfer)
        }

        /// Cancels a transfer.
        func cancel(_ transfer: Transfer) {
            guard transfer.state.isActive else {
                // The transfer waits for a connection or was never admitted. Many canceled waiters must not pile up
                // behind a silent server.
                transfer.free()
                inside.state.cancelledWaiterCount += 1
                guard inside.state.cancelledWaiterCount > 1_000 else { return }
                inside.state.cancelledWaiterCount = 0
                inside.state.admission.prune { !$0.isDisposed }
                return
            }
            // Removing a transfer during its name lookup would block the loop until the lookup ends. The transfer is
            // dropped after the lookup instead, before a socket is opened.
            if transfer.isLookingUp {
                transfer.state.isAbandoned = true
                return
            }
            // libcurl delays the reset of a stream until it has something else to send on the connection (7.88). A
            // connection without other streams is closed instead, so that the server notices the cancellation now (N3).
            if transfer.origin.isSecure, inside.state.admission.activeCount(of: transfer.origin) == 1 {
                transfer.state.easy?.closesAfterUse(true)
            }
            leave(transfer)
        }

        func resume(_ transfer: Transfer) {
            guard transfer.state.isActive, let easy = transfer.state.easy else { return }
            ccurl_easy_pause(easy.pointer, 0)
        }

        /// Removes the completed transfers from libcurl.
        func reap() {
            guard let multi = inside.state.multi else { return }
            var code: Int32 = 0
            while let easy = ccurl_multi_next_done(multi, &code) {
                guard let context = ccurl_get_private(easy) else { continue }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                if transfer.state.mustBeginAgain, beginAgain(transfer) { continue }
                if transfer.isMultiplexed { inside.state.admission.note(multiplexed: transfer.origin) }
                transfer.finish(code)
                leave(transfer)
            }
        }

        /// Sends a request again over a new connection, after none of it was sent.
        ///
        /// - Returns: False if that is impossible.
        private func beginAgain(_ transfer: Transfer) -> Bool {
            guard let multi = inside.state.multi, let easy = transfer.state.easy else { return false }
            transfer.state.mustBeginAgain = false
            guard transfer.canBeginAgain() else { return false }
            transfer.state.connectionCount = 0
            ccurl_multi_remove(multi, easy.pointer)
            easy.connectsAnew()
            return ccurl_multi_add(multi, easy.pointer) == 0
        }

        private func leave(_ transfer: Transfer) {
            guard let multi = inside.state.multi, let easy = transfer.state.easy else { return }
            ccurl_multi_remove(multi, easy.pointer)
            transfer.state.isActive = false
            transfer.free()
            inside.state.admission.leave(transfer.origin)
            Unmanaged.passUnretained(transfer).release()
        }

        /// Begins the waiting transfers that are admitted now.
        func admitWaiting() {
            while let (transfer, _) = inside.state.admission.next(isWanted: { !$0.isDisposed }) {
                transfer.note(.phase(.connecting))
                begin(transfer)
            }
            if inside.state.mayHaveConnections, inside.state.isIdle, inside.state.idleEnd == nil {
                inside.state.idleEnd = .now + inside.state.configuration.idleConnectionTime
            }
        }

        /// Delivers the events of this round on other threads.
        func flush() {
            if !inside.state.dirty.isEmpty {
                var dirty: [Transfer] = []
                swap(&dirty, &inside.state.dirty)
                handOver(&dirty)
                swap(&dirty, &inside.state.dirty)
            }
            guard let due = inside.state.nextDue, due <= .now else { return }
            if let end = inside.state.lagEnd, end <= .now {
                var lagging: [Transfer] = []
                swap(&lagging, &inside.state.lagging)
                inside.state.lagEnd = nil
                handOver(&lagging)
                swap(&lagging, &inside.state.lagging)
            }
            if let due = inside.state.hasteDue, due <= .now {
                inside.state.hasteDue = deliveries.hasten() ? .now + DeliveryPool<Transfer>.patience : nil
            }
            if let end = inside.state.idleEnd, end <= .now {
                inside.state.idleEnd = nil
                if inside.state.isIdle {
                    renewMulti()
                    inside.state.mayHaveConnections = false
                }
            }
        }

        /// Hands the pending items of transfers over, and empties the array.
        private func handOver(_ transfers: inout [Transfer]) {
            defer { transfers.removeAll(keepingCapacity: true) }
            transfers.removeAll { !$0.flush() }
            guard deliveries.add(&transfers) else { return }
            inside.state.hasteDue = inside.state.hasteDue ?? .now + DeliveryPool<Transfer>.patience
        }

        func markDirty(_ transfer: Transfer) {
            inside.state.dirty.append(transfer)
        }

        func markLagging(_ transfer: Transfer) {
            inside.state.lagging.append(transfer)
            inside.state.lagEnd = inside.state.lagEnd ?? .now + LoopState.lag
        }
    }
#endif
