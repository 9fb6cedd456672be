#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// A connection whose protocol has changed (EN40).
    ///
    /// It reads what its receiver asks for, at most one buffer at a time, and takes one batch of bytes to write. The
    /// thread that writes does so as far as that needs no waiting, and the thread that asks for bytes takes those that
    /// have arrived; the rest is the loop's. Only the loop closes the socket.
    final class UpgradedConnection: ByteDuplex {
        enum Call: Sendable {
            case received([UInt8])
            case wrote
            case writeFailed(TransportError)
            case ended(TransportError?)
        }

        struct State: Sendable {
            var receiver: (any ByteDuplexReceiver)?
            /// Bytes that have arrived before they were asked for.
            var early: [UInt8]
            var isAwaited = false
            var isReadable = true
            /// A Boolean value that indicates whether the socket may have nothing but its end to read, which epoll does
            /// not report once more.
            var mayHaveEnded = true
            var hasEnded = false
            /// The bytes that the socket has not taken.
            var outgoing: ArraySlice<UInt8> = []
            var cannotWrite = false
            /// A Boolean value that indicates whether the loop has looked after the socket since the last write began.
            var wasServed = false
            /// A Boolean value that indicates whether something was written during a delivery: an answer may follow at
            /// once.
            var expectsAnswer = false
            /// A Boolean value that indicates whether the thread that delivers has the socket, and the poller does not
            /// report it.
            var isLent = false
            /// A Boolean value that indicates whether the thread that delivers waits for the socket.
            var isWatched = false
            /// A Boolean value that indicates whether the connection must not be used any more.
            var isClosed = false
            var calls = Deque<Call>()
            var isBeingDelivered = false
        }

        let socket: Int32
        /// A Boolean value that indicates whether reading may have to wait until the socket is writable.
        let isSecure: Bool
        private let host: String
        private let stream: any SocketStream
        let engine: Engine
        /// The token of the socket for the poller.
        let token: UInt64
        /// The place among the exchanges that run, or `nil` if nobody wants the connection.
        let slot: Int?
        let state: InlineLocked<State>
        /// Held while a thread writes without the lock of the state, which the loop takes meanwhile to read the answer.
        private let writing = InlineLocked(())

        /// - Parameters:
        ///   - connection: The connection, which nobody uses any more.
        ///   - token: The token of its socket for the poller.
        ///   - slot: The place of its exchange among those that run.
        ///   - early: The bytes behind the head of the response.
        ///   - engine: The engine, whose loop serves the socket.
        init(_ connection: Connection, _ token: UInt64, _ slot: Int?, _ early: [UInt8], _ engine: Engine) {
            self.slot = slot
            socket = connection.socket
            isSecure = connection.server.usesTLS
            host = connection.server.host
            stream = connection.stream
            self.engine = engine
            self.token = token
            state = InlineLocked(State(early: early))
        }

        // Any thread

        func open(to receiver: any ByteDuplexReceiver) { state.withLock { $0.receiver = receiver } }

        func read() {
            let needsLoop = state.withLock { state in
                guard !state.isClosed else { return false }
                state.isAwaited = true
                guard state.isReadable || !state.early.isEmpty else { return false }
                // The thread that delivers finds the call. OpenSSL reads on the loop alone.
                guard state.isBeingDelivered, !isSecure, engine.isInOwnProcess else { return true }
                fill(&state)
                return false
            }
            if needsLoop { engine.post(.serveUpgraded(self)) }
        }

        func write(_ bytes: [UInt8]) -> Bool {
            let outcome = isSecure ? .bytes(0) : writing.withLock { _ in writeAtOnce(bytes) }
            if outcome == .bytes(bytes.count) { return true }
            let (isTaken, mustDeliver) = state.withLock { state in
                guard !state.isClosed, !state.cannotWrite else { return (false, false) }
                switch outcome {
                case .bytes(let count):
                    state.outgoing = bytes.dropFirst(count)
                    flush(&state)
                case .blocked:
                    state.outgoing = bytes[...]
                    // The socket may have become writable in the meantime, which the loop is told once.
                    if state.wasServed { flush(&state) }
                // The system reports the reason once.
                case .failed(let failure): fail(&state, failure)
                }
                if !state.outgoing.isEmpty { takeBack(&state) }
                return (state.outgoing.isEmpty && !state.cannotWrite, Self.takeTurn(&state))
            }
            if mustDeliver { deliverElsewhere() }
            return isTaken
        }

        /// Writes what the socket takes now. OpenSSL, which has one call at a time, is not used so.
        private func writeAtOnce(_ bytes: [UInt8]) -> Writing {
            let isUsable = state.withLock { state in
                state.wasServed = false
                state.expectsAnswer = state.isBeingDelivered
                return !state.isClosed && !state.cannotWrite
            }
            return isUsable ? bytes.withUnsafeBytes { stream.write($0) } : .blocked
        }

        func close() {
            end { state in
                if state.outgoing.isEmpty, !state.cannotWrite { stream.sayGoodbye() }
                discardArrived()
            }
        }

        /// Takes bytes that have arrived and that nobody wants: the system would reset the connection for them, and the
        /// server might not read what was written last (RFC 9112 §9.6).
        private func discardArrived() {
            withUnsafeTemporaryAllocation(byteCount: 16 * 1_024, alignment: 1) { buffer in
                var readCount = 0
                while readCount < 64, recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 {
                    readCount += 1
                }
            }
        }

        func abort() {
            end { [socket] _ in
                // The rest of what was written is dropped.
                var reset = linger(l_onoff: 1, l_linger: 0)
                setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
            }
        }

        private func end(_ prepare: @Sendable (State) -> Void) {
            // A forked process shares the sockets with its parent (EN6).
            guard engine.isInOwnProcess else { return }
            let former = state.withLock { state -> State? in
                guard !state.isClosed else { return nil }
                prepare(state)
                let former = state
                state = State(early: [])
                state.isClosed = true
                state.isLent = former.isLent
                return former
            }
            // The receiver is released here, outside the lock.
            guard let former else { return }
            // The thread that waits for the socket has it closed, because its number may be used again afterward.
            if former.isWatched { shutdown(socket, Int32(SHUT_RD)) } else { engine.post(.closeUpgraded(self)) }
        }

        // Loop

        /// Writes and reads as much as possible.
        func serve(_ buffer: UnsafeMutableRawBufferPointer, isReadable: Bool, hasEnded: Bool) {
            let mustDeliver = state.withLock { state in
                guard !state.isClosed else { return false }
                if isReadable { state.isReadable = true }
                if hasEnded { state.mayHaveEnded = true }
                state.wasServed = true
                let hadBytes = !state.outgoing.isEmpty
                flush(&state)
                if hadBytes, state.outgoing.isEmpty, !state.cannotWrite { state.calls.append(.wrote) }
                if !state.isWatched { fill(&state, buffer) }
                return Self.takeTurn(&state)
            }
            if mustDeliver { deliverElsewhere() }
        }

        /// Closes the socket. Called once, on the loop's thread.
        func closeSocket() {
            // The stream is used under the locks alone.
            writing.withLock { _ in }
            state.withLock { _ in }
            Descriptor.close(socket)
        }

        private func flush(_ state: inout State) {
            while !state.outgoing.isEmpty, !state.cannotWrite {
                switch state.outgoing.withUnsafeBytes({ stream.write($0) }) {
                case .bytes(let count): state.outgoing = state.outgoing.dropFirst(count)
                case .blocked: return
                case .failed(let failure): fail(&state, failure)
                }
            }
            if state.outgoing.isEmpty { state.outgoing = [] }
        }

        private func fail(_ state: inout State, _ failure: StreamFailure) {
            state.cannotWrite = true
            state.outgoing = []
            state.calls.append(.writeFailed(error(failure)))
        }

        /// Reads what has arrived on a thread that is not the loop's.
        func fill(_ state: inout State) {
            withUnsafeTemporaryAllocation(byteCount: EngineState.bufferByteCount, alignment: 16) { buffer in
                fill(&state, buffer)
            }
        }

        private func fill(_ state: inout State, _ buffer: UnsafeMutableRawBufferPointer) {
            guard state.isAwaited, !state.hasEnded else { return }
            var bytes = state.early
            state.early = []
            var end: Call?
            while state.isReadable, bytes.count < buffer.count, end == nil {
                switch stream.read(into: buffer) {
                case .bytes(let count):
                    bytes.append(contentsOf: buffer[..<count])
                    // epoll reports what arrives after a piece that is short. OpenSSL reads one record at a time.
                    if !isSecure, count < buffer.count, !state.mayHaveEnded { state.isReadable = false }
                case .blocked:
                    state.isReadable = false
                    state.mayHaveEnded = false
                case .end(isClean: true): end = .ended(nil)
                case .end(isClean: false):
                    let text = "the connection ended without the closure alert of TLS"
                    end = .ended(error(StreamFailure(kind: .connectionLost, text: text)))
                case .failed(let failure): end = .ended(error(failure))
                }
            }
            guard !bytes.isEmpty || end != nil else { return }
            state.isAwaited = false
            if !bytes.isEmpty { state.calls.append(.received(bytes)) }
            if let end {
                state.hasEnded = true
                state.calls.append(end)
            }
        }

        private func error(_ failure: StreamFailure) -> TransportError {
            TransportError(
                failure.kind,
                host: host,
                phase: .receiving,
                underlyingCode: failure.code,
                detail: failure.text
            )
        }
    }

    /// Upgraded connections, on the loop's thread.
    extension Engine {
        /// Hands a connection over to a new protocol. It takes no place of the pool any more.
        func upgrade(_ connection: Connection, _ change: ExchangeRun.Change, for exchange: SocketExchange) {
            loop.times.remove(.connection(connection.socket))
            let token = loop.sockets.token(of: connection.socket)
            let slot = exchange.takeSlot()
            let upgraded = UpgradedConnection(connection, token, slot, change.early, self)
            if let slot { running.withLock { $0.replace(slot, by: upgraded) } }
            loop.sockets[connection.socket] = .upgraded(upgraded)
            loop.upgradedCount += 1
            release(connection.server)
            exchange.append([.upgraded(upgraded, change.head, change.metrics)])
            loop.pendingDeliveries.append(exchange)
        }

        func serve(_ connection: UpgradedConnection, isReadable: Bool = false, hasEnded: Bool = false) {
            connection.serve(loop.buffer, isReadable: isReadable, hasEnded: hasEnded)
        }

        func close(_ connection: UpgradedConnection) {
            poller.remove(connection.socket)
            loop.sockets.remove(connection.socket)
            loop.upgradedCount -= 1
            connection.closeSocket()
            if let slot = connection.slot { leave(slot) }
        }
    }
#endif
