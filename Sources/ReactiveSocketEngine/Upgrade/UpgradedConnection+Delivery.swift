#if os(Linux)
    import ReactiveHTTPModel
    import Synchronization

    /// The delivery to the receiver, on one thread at a time.
    extension UpgradedConnection {
        private enum Step: Sendable {
            case call(Call, any ByteDuplexReceiver)
            /// Wait for the answer to what was written.
            case wait
            case leave
        }

        /// The number of steps in a row that one thread takes, so that other connections have their turn.
        private static let maxStepCount = 16
        /// The milliseconds for which a thread waits for an answer.
        private static let patience: Int32 = 1
        /// A Boolean value that indicates whether a thread has a socket: the others are for what has arrived.
        private static let isOneLent = Atomic(false)

        /// - Returns: True if the caller must have the calls delivered.
        static func takeTurn(_ state: inout State) -> Bool {
            guard !state.isBeingDelivered, !state.calls.isEmpty else { return false }
            state.isBeingDelivered = true
            return true
        }

        func deliverElsewhere() { engine.deliverers.run { self.deliver() } }

        private func deliver() {
            for _ in 0..<Self.maxStepCount {
                switch next() {
                case .call(let call, let receiver): pass(call, to: receiver)
                case .wait: awaitAnswer()
                case .leave: return
                }
            }
            deliverElsewhere()
        }

        private func next() -> Step {
            state.withLock { state in
                if let receiver = state.receiver, let call = state.calls.popFirst() { return .call(call, receiver) }
                let mayWait = state.expectsAnswer && state.isAwaited && !state.hasEnded && state.outgoing.isEmpty
                state.expectsAnswer = false
                if mayWait, lend(&state) {
                    state.isWatched = true
                    return .wait
                }
                takeBack(&state)
                state.isBeingDelivered = false
                return .leave
            }
        }

        /// Gives the socket to the thread that delivers, if no other thread has one. OpenSSL is used on the loop alone.
        private func lend(_ state: inout State) -> Bool {
            if state.isLent { return true }
            guard !isSecure, !Self.isOneLent.exchange(true, ordering: .relaxed) else { return false }
            state.isLent = true
            engine.poller.pause(socket, token)
            return true
        }

        /// Gives the socket back to the loop.
        func takeBack(_ state: inout State) {
            guard state.isLent else { return }
            state.isLent = false
            Self.isOneLent.store(false, ordering: .relaxed)
            // The number of a closed socket may belong to another one.
            if !state.isClosed { engine.poller.resume(socket, token) }
        }

        private func pass(_ call: Call, to receiver: any ByteDuplexReceiver) {
            switch call {
            case .received(let bytes): receiver.received(bytes)
            case .wrote: receiver.wrote()
            case .writeFailed(let error): receiver.writeFailed(error)
            case .ended(let error): receiver.ended(error)
            }
        }

        /// Waits a moment for the socket: the next message often answers what was written, and arrives before another
        /// thread could be woken.
        private func awaitAnswer() {
            var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&event, 1, Self.patience) != 0
            let isClosed = state.withLock { state in
                guard !state.isClosed else { return true }
                state.isWatched = false
                if isReady { state.isReadable = true }
                fill(&state)
                return false
            }
            if isClosed { engine.post(.closeUpgraded(self)) }
        }
    }
#endif
