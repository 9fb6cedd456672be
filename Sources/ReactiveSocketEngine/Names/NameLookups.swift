#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// Looks up names on threads of its own, because the system's resolver blocks (EN7, EN8).
    ///
    /// Equal questions in flight are asked once. Nobody waits for a lookup: who loses interest cancels a ticket.
    final class NameLookups: LookupOwner {
        /// Asks the system. It may block.
        typealias Resolver = @Sendable (LookupQuestion) -> Result<[SocketAddress], LookupFailure>
        /// Runs a closure on a thread of its own, and returns zero or the error number.
        typealias ThreadStart = @Sendable (@escaping @Sendable () -> Void) -> Int32

        /// The number of threads that may look names up at a time.
        static let threadLimit = 64

        private let state = Locked(LookupState())
        private let resolver: Resolver
        private let threadStart: ThreadStart
        private let patience: Duration
        private let now: @Sendable () -> ContinuousClock.Instant

        /// - Parameters:
        ///   - resolver: The system's resolver.
        ///   - threadStart: Starts a thread.
        ///   - patience: The time after which a thread without work ends.
        ///   - now: The clock by which answers are kept.
        init(
            resolver: @escaping Resolver = SystemResolver.addresses,
            threadStart: @escaping ThreadStart = LookupThread.start,
            patience: Duration = .seconds(10),
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
        ) {
            self.resolver = resolver
            self.threadStart = threadStart
            self.patience = patience
            self.now = now
        }

        /// The lookups of this process. A forked child has lookups of its own, because it lacks its parent's threads.
        static var shared: NameLookups {
            let process = getpid()
            return ofProcess.withLock { ofProcess in
                if let ofProcess, ofProcess.process == process { return ofProcess.lookups }
                let lookups = NameLookups()
                ofProcess = (process, lookups)
                return lookups
            }
        }

        private static let ofProcess = Locked<(process: pid_t, lookups: NameLookups)?>(nil)

        /// The number of threads, those that are about to begin included.
        var threadCount: Int { state.withLock { $0.threadCount } }

        /// The number of lookups that no thread has begun yet.
        var waitingCount: Int { state.withLock { $0.waitingCount } }

        /// Looks up the addresses of a host, in the order in which they should be tried. They have no port.
        ///
        /// Do not call this function under a lock that the closure takes.
        ///
        /// - Parameters:
        ///   - host: A name or an address. An address is its own answer, whatever its family.
        ///   - families: The families of the addresses.
        ///   - receive: Called once with the answer: before this function returns or on a thread for lookups. It must
        ///     not block.
        /// - Returns: A ticket to give the lookup up, or `nil` if the closure has been called.
        func addresses(
            of host: String,
            _ families: AddressFamilies,
            _ receive: @escaping LookupTicket.Receiver
        ) -> LookupTicket? {
            if let address = SocketAddress(literal: host, port: 0) {
                receive(.success([address]))
                return nil
            }
            guard let question = LookupQuestion(host, families) else {
                receive(.failure(.unusableHost))
                return nil
            }
            let now = now()
            let reply = state.withLock { state in
                state.ask(question, at: now) { LookupTicket(question, number: $0, in: self, receive) }
            }
            switch reply {
            case .answered(let addresses):
                receive(.success(addresses))
                return nil
            case .waiting(let ticket, .none):
                return ticket
            case .waiting(let ticket, .wake(let spot)):
                spot.wake()
                return ticket
            case .waiting(let ticket, .start):
                let failed = startThread()
                return failed.contains { $0 === ticket } ? nil : ticket
            }
        }

        func giveUp(_ ticket: LookupTicket) {
            state.withLock { $0.giveUp(ticket) }
        }

        /// Starts a thread. If there is none that could answer the waiting questions, their lookups fail.
        ///
        /// - Returns: The tickets of the lookups that have failed.
        private func startThread() -> [LookupTicket] {
            let number = threadStart { self.work() }
            guard number != 0 else { return [] }
            let tickets = state.withLock { $0.loseThread() }
            for ticket in tickets { ticket.receive(.failure(LookupFailure(resources: number, in: "pthread_create"))) }
            return tickets
        }

        // Threads

        private func work() {
            let spot = ParkingSpot()
            while let question = next(spot) {
                let answer = resolver(question)
                let now = now()
                let tickets = state.withLock { $0.finish(question, with: answer, at: now) }
                for ticket in tickets { ticket.receive(answer) }
            }
        }

        /// Waits for a question. Returns `nil` if the thread shall end.
        private func next(_ spot: ParkingSpot) -> LookupQuestion? {
            while true {
                if let question = state.withLock({ $0.begin(orParkAt: spot) }) { return question }
                if spot.sleep(atMost: patience) { continue }
                if state.withLock({ $0.leave(spot) }) { return nil }
                // Somebody has chosen this thread in the meantime, and wakes it.
                spot.sleep()
            }
        }
    }
#endif
