#if os(Linux)
    import ReactiveCore
    import ReactiveCore
    import ReactiveHTTPModel

    /// The questions in flight, the threads that answer them, and the answers that are kept. Decides; does not act.
    struct LookupState: Sendable {
        /// The reply to a question.
        enum Reply: Sendable {
            case answered([SocketAddress])
            /// The caller has to make a thread take the question, if need be.
            case waiting(LookupTicket, Need)
        }

        /// The step that makes a thread take the next question.
        enum Need: Sendable {
            case none
            case wake(ParkingSpot)
            case start
        }

        private struct Lookup: Sendable {
            /// Distinguishes the lookup from an earlier one of the same question that nobody wanted any more.
            let number: Int
            var hasBegun = false
            /// Those who wait for the answer, by the numbers of their tickets.
            var tickets: [Int: LookupTicket] = [:]
        }

        private struct Place: Sendable {
            let question: LookupQuestion
            let number: Int
        }

        private var answers = AnswerCache()
        private var lookups: [LookupQuestion: Lookup] = [:]
        /// The lookups that have not begun, and ``droppedCount`` places of some that were dropped.
        private var queue = Deque<Place>()
        private var droppedCount = 0
        /// The places of the threads without work, the one that slept last at the end. The last one is woken first, so
        /// that threads for which there is no use any more end.
        private var idle: [ParkingSpot] = []
        private(set) var threadCount = 0
        private var lastNumber = 0

        var waitingCount: Int { queue.count - droppedCount }

        /// Answers a question or adds it to the lookups.
        mutating func ask(
            _ question: LookupQuestion,
            at now: ContinuousClock.Instant,
            _ makeTicket: (Int) -> LookupTicket
        ) -> Reply {
            if let addresses = answers.addresses(for: question, at: now) { return .answered(addresses) }
            lastNumber += 1
            let ticket = makeTicket(lastNumber)
            let isNew = lookups[question] == nil
            lookups[question, default: Lookup(number: lastNumber)].tickets[lastNumber] = ticket
            guard isNew else { return .waiting(ticket, .none) }
            queue.append(Place(question: question, number: lastNumber))
            return .waiting(ticket, needAfterAdding())
        }

        private mutating func needAfterAdding() -> Need {
            if let spot = idle.popLast() { return .wake(spot) }
            guard threadCount < NameLookups.threadLimit else { return .none }
            threadCount += 1
            return .start
        }

        /// Removes one of those who wait, and the lookup if nobody is left and it has not begun.
        mutating func giveUp(_ ticket: LookupTicket) {
            guard var lookup = lookups[ticket.question],
                lookup.tickets.removeValue(forKey: ticket.number) != nil
            else { return }
            let isWanted = lookup.hasBegun || !lookup.tickets.isEmpty
            lookups[ticket.question] = isWanted ? lookup : nil
            if !isWanted { dropPlace() }
        }

        /// Counts a place that is not needed any more, and removes such places when they are the majority.
        private mutating func dropPlace() {
            droppedCount += 1
            guard droppedCount > 16, droppedCount * 2 > queue.count else { return }
            let places = queue.elements.filter(isNeeded)
            queue.removeAll()
            for place in places { queue.append(place) }
            droppedCount = 0
        }

        private func isNeeded(_ place: Place) -> Bool { lookups[place.question]?.number == place.number }

        /// Takes the next question for the calling thread, or else adds the thread to those without work.
        mutating func begin(orParkAt spot: ParkingSpot) -> LookupQuestion? {
            while let place = queue.popFirst() {
                guard isNeeded(place) else {
                    droppedCount -= 1
                    continue
                }
                lookups[place.question]?.hasBegun = true
                return place.question
            }
            idle.append(spot)
            return nil
        }

        /// Ends a lookup.
        ///
        /// - Returns: The tickets of those who wait, in the order in which they have asked.
        mutating func finish(
            _ question: LookupQuestion,
            with answer: Result<[SocketAddress], LookupFailure>,
            at now: ContinuousClock.Instant
        ) -> [LookupTicket] {
            if case .success(let addresses) = answer { answers.keep(addresses, for: question, at: now) }
            return lookups.removeValue(forKey: question).map { Self.inOrder($0.tickets.values) } ?? []
        }

        /// Lets a thread end that has slept long enough.
        ///
        /// - Returns: `false` if the thread was chosen to be woken.
        mutating func leave(_ spot: ParkingSpot) -> Bool {
            guard let index = idle.firstIndex(where: { $0 === spot }) else { return false }
            idle.remove(at: index)
            threadCount -= 1
            return true
        }

        /// Notes that a thread could not be started.
        ///
        /// - Returns: The tickets of all lookups, if no thread is left to begin them.
        mutating func loseThread() -> [LookupTicket] {
            threadCount -= 1
            guard threadCount == 0 else { return [] }
            defer {
                lookups = [:]
                queue.removeAll()
                droppedCount = 0
            }
            return Self.inOrder(lookups.values.flatMap(\.tickets.values))
        }

        private static func inOrder(_ tickets: some Sequence<LookupTicket>) -> [LookupTicket] {
            tickets.sorted { $0.number < $1.number }
        }
    }
#endif
