#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The part of a connection that speaks HTTP/2: its session and the exchanges that share it (EN33).
    ///
    /// Everything happens under one lock, on the threads that start exchanges, on the loop's, or on those that dispose
    /// of exchanges.
    final class HTTP2Connection: Sendable {
        struct State: Sendable {
            let session: HTTP2Session
            var streams: [Int32: HTTP2Stream] = [:]
            /// The exchanges that begin when all that has arrived was read.
            var pending: [HTTP2Stream] = []
            /// The streams whose observers have not taken enough for the window to be given back.
            var heldUp: Set<Int32> = []
            var output: [UInt8] = []
            /// The number of bytes of the output that the socket has taken.
            var outputOffset = 0
            var producedByteCount = 0
            var writtenByteCount = 0
            var isReadable = true
            var writeFailure: StreamFailure?
            /// A Boolean value that indicates whether the socket may take more in another turn.
            var hasMoreToWrite = false
            /// A Boolean value that indicates whether the connection takes no exchanges any more.
            var isDraining = false
            /// A Boolean value that indicates whether the connection must not be used any more. The loop closes its
            /// socket.
            var isClosed = false
            var beganCount = 0
            /// A Boolean value that indicates whether a response is whole.
            var hasServed = false
            /// The last instant at which bytes have arrived.
            var lastArrival = Moment.now

            var isUnused: Bool { streams.isEmpty && pending.isEmpty }
        }

        /// The result of a turn.
        struct Turn: Sendable {
            /// The exchanges with events to deliver.
            var pendingDeliveries: [SocketExchange] = []
            /// The exchanges that are on the connection no more.
            var ended: [HTTP2Stream] = []
            /// The exchanges that are sent once more.
            var repeated: [Repetition] = []
            /// The time of the next turn, if nothing happens before.
            var due: Moment?
            /// The number of streams that the server allows, if its settings have arrived.
            var streamLimit: Int?
            var isDraining = false
            /// A Boolean value that indicates whether the connection is over.
            var isOver = false
            /// A Boolean value that indicates whether another turn follows after those of the other connections.
            var mustServeAgain = false
            var isBusy = false
        }

        struct Repetition: Sendable {
            let exchange: SocketExchange
            /// A Boolean value that indicates whether the server wants the request over HTTP/1.1.
            var needsHTTP1 = false
        }

        /// The number of bytes to write before the other connections have their turn (EN2).
        static let writeByteCount = 1 << 20
        static let pieceByteCount = 64 * 1_024

        let stream: any SocketStream
        let facts: ConnectionFacts
        let state: InlineLocked<State>

        /// - Returns: `nil` if there is no memory.
        init?(
            _ library: NGHTTP2,
            over stream: any SocketStream,
            _ facts: ConnectionFacts,
            _ configuration: SocketTransport.Configuration
        ) {
            var limits = HTTP2Session.Limits()
            limits.windowByteCount = configuration.bufferByteCount
            limits.maxHeadByteCount = configuration.maxHeadByteCount
            guard let session = HTTP2Session(library, limits) else { return nil }
            self.stream = stream
            self.facts = facts
            state = InlineLocked(State(session: session))
        }

        // Any thread

        /// Notes that the connection is idle before its first exchange.
        func noteIdleness() { state.withLock { $0.beganCount += 1 } }

        /// Starts an exchange, and writes its request as far as that needs no waiting.
        ///
        /// - Returns: Whether the loop must go on with the request, or `nil` if the connection takes no exchanges.
        func start(
            _ exchange: SocketExchange,
            on connection: Connection,
            isOnLoop: Bool,
            _ channel: SocketExchange.Channel
        ) -> Bool? {
            let started = state.withLock { state -> (needsLoop: Bool, ExchangeProgress.Announcement)? in
                guard !state.isClosed, !state.isDraining, state.session.allowsRequest else { return nil }
                let run = HTTP2Stream(exchange, on: connection, isReused: state.beganCount > 0)
                run.state.mayReadSource = isOnLoop
                // The server may have closed the connection, or said that it goes away (EN12).
                let isIdle = run.state.progress.isReused && state.isUnused
                state.beganCount += 1
                guard !isIdle || stream.isQuiet() else {
                    state.isReadable = true
                    state.pending.append(run)
                    return (true, ExchangeProgress.Announcement())
                }
                guard begin(run, &state) else { return nil }
                let failure = write(&state)
                let needsLoop =
                    failure != nil || run.state.needsLoop || state.hasMoreToWrite || state.writeFailure != nil
                    || exchange.engine.configuration.stallTimeout != nil
                if failure != nil { state.isDraining = true }
                let announcement = run.state.progress.takeAnnouncement()
                // Once the lock is released, the loop may note the response, which comes after the phases.
                if case .outbox = channel { announcement.send { exchange.note($0) } }
                return (needsLoop, announcement)
            }
            guard let (needsLoop, announcement) = started else { return nil }
            if case .receiver = channel { announcement.send { exchange.output.send($0) } }
            return needsLoop
        }

        func begin(_ run: HTTP2Stream, _ state: inout State) -> Bool {
            let fields = HTTP2FieldBlock(run.exchange.request, cookie: run.exchange.cookies?.field)
            guard let number = state.session.begin(fields, run.hasBody ? run : nil) else { return false }
            run.state.startPosition = state.producedByteCount
            run.state.progress.hasBegun = true
            state.streams[number] = run
            return true
        }

        /// Resets the stream of an exchange that nobody wants any more (EN35).
        ///
        /// - Returns: Whether the exchange was on the connection.
        func abandon(_ exchange: SocketExchange) -> Bool {
            // The receiver asks a clock, which may be the user's (EN4).
            let hasExpired = exchange.output.hasExpired
            let run = state.withLock { state -> HTTP2Stream? in
                guard !state.isClosed else { return nil }
                if let index = state.pending.firstIndex(where: { $0.exchange === exchange }) {
                    return state.pending.remove(at: index)
                }
                guard let (number, run) = state.streams.first(where: { $0.value.exchange === exchange }) else {
                    return nil
                }
                remove(number, &state)
                if hasExpired, state.lastArrival < run.began { state.isDraining = true }
                // A failure ends the connection in the next turn of the loop.
                if write(&state) != nil { state.isDraining = true }
                return run
            }
            // The run is released here, because it may be the last to hold values of the user.
            return withExtendedLifetime(run) { run != nil }
        }

        /// Removes a stream, which is reset if it is not over.
        func remove(_ number: Int32, _ state: inout State) {
            state.streams[number] = nil
            state.heldUp.remove(number)
            state.session.reset(number, .cancel)
        }

        /// A Boolean value that indicates whether exchanges use the connection.
        var isBusy: Bool { state.withLock { !$0.isUnused } }

        /// A Boolean value that indicates whether the connection takes no exchanges any more.
        var isDraining: Bool { state.withLock { $0.isDraining } }

        /// Has the connection take no exchanges any more.
        func drain() { state.withLock { $0.isDraining = true } }

        /// Marks an idle connection as closed.
        func retire() { state.withLock { $0.isClosed = true } }

        /// Says goodbye. Called once, before the socket is closed.
        func close() {
            state.withLock { state in
                let isWhole = state.writeFailure == nil && !state.session.isViolated
                state.isClosed = true
                guard isWhole else { return }
                state.session.sayGoodbye()
                _ = write(&state)
                stream.sayGoodbye()
            }
        }

        // Writing

        /// Writes as much as the socket takes.
        ///
        /// - Returns: The reason why the session is over.
        func write(_ state: inout State) -> HTTP2Session.Failure? {
            let start = state.writtenByteCount
            state.hasMoreToWrite = false
            while state.writeFailure == nil {
                if state.outputOffset == state.output.count {
                    state.output = []
                    state.outputOffset = 0
                    if let failure = state.session.takeOutput(into: &state.output, upTo: Self.pieceByteCount) {
                        return failure
                    }
                    state.producedByteCount += state.output.count
                    guard !state.output.isEmpty else { break }
                }
                guard state.writtenByteCount - start < Self.writeByteCount else {
                    state.hasMoreToWrite = true
                    break
                }
                let written = state.output.withUnsafeBytes {
                    stream.write(UnsafeRawBufferPointer(rebasing: $0[state.outputOffset...]))
                }
                switch written {
                case .bytes(let count):
                    state.outputOffset += count
                    state.writtenByteCount += count
                case .blocked: return nil
                case .failed(let failure):
                    state.writeFailure = failure
                    // The reason may have arrived.
                    state.isReadable = true
                }
            }
            return nil
        }
    }
#endif
