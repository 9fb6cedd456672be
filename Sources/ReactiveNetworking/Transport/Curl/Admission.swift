#if os(Linux)
    /// Limits the connections per origin and in total. Waiters are admitted in order of arrival; origins take turns
    /// where the total limit is the binding one.
    struct Admission<Waiter> {
        private struct Line {
            var activeCount = 0
            var limit: Int
            var waiters = Deque<Waiter>()

            var hasRoom: Bool { activeCount < limit }

            /// Counts a waiter as active if there is room here and elsewhere; otherwise appends it.
            mutating func admit(_ waiter: Waiter, ifRoomElsewhere hasRoomElsewhere: Bool) -> Bool {
                guard hasRoomElsewhere, hasRoom, waiters.isEmpty else {
                    waiters.append(waiter)
                    return false
                }
                activeCount += 1
                return true
            }
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

        /// True if nothing is active and nothing waits.
        var isIdle: Bool { activeCount == 0 && turns.isEmpty }

        /// Admits a waiter, or enqueues it.
        ///
        /// - Returns: Whether the waiter may proceed. If not, a later call of ``next(isWanted:)`` returns it.
        mutating func admit(_ waiter: Waiter, to origin: Origin) -> Bool {
            let hasRoom = activeCount < limit
            if lines[origin, default: Line(limit: limitPerOrigin)].admit(waiter, ifRoomElsewhere: hasRoom) {
                activeCount += 1
                return true
            }
            if lines[origin]?.waiters.count == 1 { turns.append(origin) }
            return false
        }

        /// Returns the number of active exchanges of an origin.
        func activeCount(of origin: Origin) -> Int { lines[origin]?.activeCount ?? 0 }

        /// Records the end of an active exchange.
        mutating func leave(_ origin: Origin) {
            activeCount -= 1
            guard let index = lines.index(forKey: origin) else { return }
            lines.values[index].activeCount -= 1
            guard lines.values[index].activeCount == 0, lines.values[index].waiters.isEmpty else { return }
            // An origin's raised limit is kept while there are few origins.
            guard lines.values[index].limit == limitPerOrigin || lines.count > 1_000 else { return }
            lines.remove(at: index)
        }

        /// Records that the origin's connections carry several exchanges at a time.
        mutating func note(multiplexed origin: Origin) {
            lines[origin]?.limit = limitPerMultiplexedOrigin
        }

        /// Returns the next waiter to proceed, already counted as active, or `nil` if none may. Drops waiters that are
        /// no longer wanted.
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

        /// Drops the waiters of all origins that are no longer wanted.
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

    /// The scheme, host, and port that a connection leads to.
    struct Origin: Hashable, Sendable {
        let isSecure: Bool
        let authority: String
    }
#endif
