#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// Looks names up with the resolver of a transport (AD16). Those that the system answers are the business of
    /// ``NameLookups``.
    final class ResolverLookups: LookupOwner {
        private struct Lookup: Sendable {
            /// Distinguishes the lookup from another one of the same question.
            let number: Int
            /// Those who wait for the answer, by the numbers of their tickets.
            var tickets: [Int: LookupTicket] = [:]
            var task: Task<Void, Never>?
        }

        private struct State: Sendable {
            var answers = AnswerCache()
            var lookups: [LookupQuestion: Lookup] = [:]
            var lastNumber = 0
        }

        private enum Reply {
            case answered([SocketAddress])
            case waiting(LookupTicket)
        }

        private let resolver: NameResolver
        private let now: @Sendable () -> ContinuousClock.Instant
        private let state = Locked(State())

        /// - Parameters:
        ///   - resolver: The resolver.
        ///   - now: The clock by which answers are kept.
        init(_ resolver: NameResolver, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
            self.resolver = resolver
            self.now = now
        }

        /// The number of those who wait for an answer of the resolver.
        var waitingCount: Int { state.withLock { $0.lookups.values.reduce(0) { $0 + $1.tickets.count } } }

        /// Looks up the addresses of a host, in the order in which they should be tried. They have no port.
        ///
        /// - Parameters:
        ///   - host: A name or an address. An address is its own answer, whatever its family.
        ///   - families: The families of the addresses.
        ///   - receive: Called once with the answer: before this function returns or on another thread. It must not
        ///     block.
        /// - Returns: A ticket to give the lookup up, or `nil` if the closure has been called.
        func addresses(
            of host: String,
            _ families: AddressFamilies,
            _ receive: @escaping LookupTicket.Receiver
        ) -> LookupTicket? {
            let override = resolver.override(for: host)
            guard override != nil || resolver.function != nil, SocketAddress(literal: host, port: 0) == nil else {
                return NameLookups.shared.addresses(of: host, families, receive)
            }
            guard let question = LookupQuestion(host, families) else {
                receive(.failure(.unusableHost))
                return nil
            }
            if let override {
                receive(Self.addresses(override, families))
                return nil
            }
            switch ask(question, receive) {
            case .waiting(let ticket): return ticket
            case .answered(let addresses):
                receive(.success(addresses))
                return nil
            }
        }

        private func ask(_ question: LookupQuestion, _ receive: @escaping LookupTicket.Receiver) -> Reply {
            let now = now()
            return state.withLock { state in
                if let addresses = state.answers.addresses(for: question, at: now) { return .answered(addresses) }
                state.lastNumber += 1
                let number = state.lastNumber
                let ticket = LookupTicket(question, number: number, in: self, receive)
                if state.lookups[question] == nil {
                    let task = Task.detached { await self.lookUp(question, number) }
                    state.lookups[question] = Lookup(number: number, task: task)
                }
                state.lookups[question]?.tickets[number] = ticket
                return .waiting(ticket)
            }
        }

        private func lookUp(_ question: LookupQuestion, _ number: Int) async {
            let answer = await answer(to: question)
            let now = now()
            let tickets = state.withLock { state -> [LookupTicket] in
                if case .success(let addresses) = answer { state.answers.keep(addresses, for: question, at: now) }
                guard let lookup = state.lookups[question], lookup.number == number else { return [] }
                state.lookups[question] = nil
                return lookup.tickets.sorted { $0.key < $1.key }.map(\.value)
            }
            for ticket in tickets { ticket.receive(answer) }
        }

        private func answer(to question: LookupQuestion) async -> Result<[SocketAddress], LookupFailure> {
            do {
                return Self.addresses(try await resolver.function?(question.name) ?? [], question.families)
            } catch {
                return .failure(.resolver("has failed with \(type(of: error))"))
            }
        }

        /// Returns the addresses of usable families.
        private static func addresses(
            _ literals: [String],
            _ families: AddressFamilies
        ) -> Result<[SocketAddress], LookupFailure> {
            guard !literals.isEmpty else { return .failure(.resolver("has no address for the name")) }
            var addresses: [SocketAddress] = []
            for literal in literals {
                guard let address = SocketAddress(literal: literal, port: 0) else {
                    return .failure(.resolver("has answered with something else than an address"))
                }
                if families.contain(address) { addresses.append(address) }
            }
            return addresses.isEmpty ? .failure(.noAddress) : .success(addresses)
        }

        func giveUp(_ ticket: LookupTicket) {
            let task = state.withLock { state -> Task<Void, Never>? in
                guard state.lookups[ticket.question]?.tickets.removeValue(forKey: ticket.number) != nil,
                    state.lookups[ticket.question]?.tickets.isEmpty ?? false
                else { return nil }
                return state.lookups.removeValue(forKey: ticket.question)?.task
            }
            // Cancellation runs code of the user, which must not happen on the loop (EN4).
            if let task { Task.detached { task.cancel() } }
        }
    }
#endif
