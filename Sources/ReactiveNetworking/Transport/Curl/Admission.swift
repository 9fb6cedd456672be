#if os(Linux)
    /// Who may have a connection now, and who has to wait: at most so many per origin and in all, in the order they came,
    /// origins taking turns where the limit in all is the one that binds.
    struct Admission<Waiter> {
        private struct Line {
            var activeCount = 0
            var limit: Int
            var waiters = Deque<Waiter>()

            var hasRoom: Bool { activeCount < limit }
        }

        private let limit: Int
        private let limitPerOrigin: Int
        private let limitPerMultiplexedOrigin: Int
        private var activeCount = 0
        private var lines: [Origin: Line] = [:]
        /// The origins with waiters, in the order of their turns.
        private var turns = Deque<Origin>()

        init(limit: Int, perOrigin: Int, perMultiplexedOrigin: Int) {
            self.limit = limit
            limitPerOrigin = perOrigin
            limitPerMultiplexedOrigin = max(perOrigin, perMultiplexedOrigin)
        }

        /// Nobody is active, nobody waits.
        var isIdle: Bool { activeCount == 0 && turns.isEmpty }

        /// Lets a newcomer in.
        ///
        /// - Returns: whether it may go on; if not, it waits, and ``next(isWanted:)`` will name it.
        mutating func admit(_ waiter: Waiter, to origin: Origin) -> Bool {
            var line = lines.removeValue(forKey: origin) ?? Line(limit: limitPerOrigin)
            defer { lines[origin] = line }
            if activeCount < limit, line.hasRoom, line.waiters.isEmpty {
                activeCount += 1
                line.activeCount += 1
                return true
            }
            if line.waiters.isEmpty { turns.append(origin) }
            line.waiters.append(waiter)
            return false
        }

        /// How many of an origin's are active.
        func activeCount(of origin: Origin) -> Int { lines[origin]?.activeCount ?? 0 }

        /// Takes note that one has left.
        mutating func leave(_ origin: Origin) {
            activeCount -= 1
            guard var line = lines.removeValue(forKey: origin) else { return }
            line.activeCount -= 1
            // What is known about an origin is kept while it costs little.
            if line.activeCount > 0 || !line.waiters.isEmpty || (line.limit > limitPerOrigin && lines.count < 1_000) {
                lines[origin] = line
            }
        }

        /// Takes note that an origin's connections carry several exchanges at a time.
        mutating func note(multiplexed origin: Origin) {
            lines[origin]?.limit = limitPerMultiplexedOrigin
        }

        /// The next waiter to go on, already counted; `nil` if nobody may. Those that nobody wants any more are dropped.
        mutating func next(isWanted: (Waiter) -> Bool) -> (Waiter, Origin)? {
            guard activeCount < limit else { return nil }
            for _ in 0..<turns.count {
                guard let origin = turns.popFirst(), var line = lines.removeValue(forKey: origin) else { continue }
                var chosen: Waiter?
                while chosen == nil, line.hasRoom, let waiter = line.waiters.popFirst() {
                    if isWanted(waiter) { chosen = waiter }
                }
                if chosen != nil {
                    activeCount += 1
                    line.activeCount += 1
                }
                if !line.waiters.isEmpty { turns.append(origin) }
                if line.activeCount > 0 || !line.waiters.isEmpty || line.limit > limitPerOrigin { lines[origin] = line }
                if let chosen { return (chosen, origin) }
            }
            return nil
        }

        /// Drops those that nobody wants any more, wherever they wait.
        mutating func prune(isWanted: (Waiter) -> Bool) {
            var kept = Deque<Origin>()
            while let origin = turns.popFirst() {
                guard var line = lines.removeValue(forKey: origin) else { continue }
                var waiters = Deque<Waiter>()
                while let waiter = line.waiters.popFirst() {
                    if isWanted(waiter) { waiters.append(waiter) }
                }
                line.waiters = waiters
                if !waiters.isEmpty { kept.append(origin) }
                if line.activeCount > 0 || !waiters.isEmpty || line.limit > limitPerOrigin { lines[origin] = line }
            }
            turns = kept
        }
    }

    /// Scheme, host and port: whom a connection leads to.
    struct Origin: Hashable, Sendable {
        let isSecure: Bool
        let authority: String
    }
#endif
