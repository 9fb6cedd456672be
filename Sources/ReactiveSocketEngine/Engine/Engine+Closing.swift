#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The end of a transport (AD13).
    extension Engine {
        // Any thread

        /// Notes that an exchange begins.
        ///
        /// - Returns: False if the transport is closed.
        func enter(_ exchange: SocketExchange) -> Bool {
            guard let slot = running.withLock({ $0.add(exchange) }) else { return false }
            exchange.slot.store(slot, ordering: .relaxed)
            return true
        }

        /// Notes that the receiver of an exchange knows of its end, or does not want to.
        func leave(_ exchange: SocketExchange) {
            if let slot = exchange.takeSlot() { leave(slot) }
        }

        /// Notes the end of an exchange, or of the connection that it has become.
        func leave(_ slot: Int) {
            let (member, isOver, drained) = running.withLock { running in
                (running.remove(slot), running.isOver, running.endDrain())
            }
            withExtendedLifetime(member) {}
            if let drained { publish(drained) }
            // The loop may have waited for this one only.
            if isOver { post(.admit) }
        }

        /// Refuses new exchanges, and ends the idle connections. Afterward, the thread ends with the last exchange.
        func close() {
            guard isInOwnProcess else { return }
            running.withLock { $0.close() }
            post(.retire)
        }

        /// Closes the transport, has the exchanges interrupted that still run at a limit, and sets ``drained``.
        func drain(within limit: Duration) {
            close()
            let (hasBegun, result) = running.withLock { ($0.beginDrain(), $0.endDrain()) }
            if let result { publish(result) } else if hasBegun { post(.drain(until: .now + limit)) }
        }

        /// Code of the user runs neither on the loop nor in a disposal that somebody else waits for (EN4).
        private func publish(_ result: Drained) { deliverers.run { [drained] in drained.value = result } }

        // Loop

        /// Closes the idle connections.
        func closeAllIdle() {
            for (connection, _) in pool.withLock({ $0.takeAllIdle() }) { close(connection) }
            admitWaiting()
        }

        /// Interrupts what runs, because the limit of a drain has come.
        func cut() {
            guard let (members, count) = running.withLock({ $0.cutDrain() }) else { return }
            let interrupted = members.count { $0.interrupt() }
            publish(Drained(finished: count - interrupted, interrupted: interrupted))
        }
    }

    extension SocketExchange {
        /// Returns the place among the exchanges that run, once.
        func takeSlot() -> Int? {
            let slot = slot.exchange(-1, ordering: .relaxed)
            return slot < 0 ? nil : slot
        }

        /// Ends the exchange as ``TransportError/Kind/closed``, unless it has ended by itself.
        func interrupt() -> Bool {
            guard let place = cancel() else { return false }
            let phase: TransferPhase
            switch place {
            case .waiting: phase = .waitingForConnection
            case .connecting: phase = .connecting
            case .connection, .ended: phase = .receiving
            }
            let text = "the transport was drained, and the exchange had not ended at the limit"
            seal(with: error(.closed, phase, mayHaveReachedServer: phase == .receiving, text))
            engine.deliver(self)
            return true
        }
    }

    extension UpgradedConnection {
        /// Ends both directions, which the receiver notices as the end of the connection. On the loop's thread.
        func interrupt() -> Bool {
            shutdown(socket, Int32(SHUT_RDWR))
            return true
        }
    }
#endif
