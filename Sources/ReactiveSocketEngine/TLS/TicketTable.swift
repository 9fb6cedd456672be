#if os(Linux)
    import ReactiveHTTPModel

    /// Tickets to resume TLS sessions with, for a bounded number of origins.
    struct TicketTable<Ticket: Sendable>: Sendable {
        /// The place that a ticket is valid for. The host belongs to it because the certificate was checked for it.
        struct Origin: Hashable, Sendable {
            var key: String
            var host: String
        }

        private struct Entry: Sendable {
            /// The tickets, the newest last.
            var tickets: [(ticket: Ticket, isReusable: Bool)] = []
            /// The time of the last addition, counted in additions.
            var addition: UInt64 = 0
        }

        private let maxOriginCount: Int
        private let maxTicketCount: Int
        private var entries: [Origin: Entry] = [:]
        private var additionCount: UInt64 = 0

        init(maxOriginCount: Int = 1_000, maxTicketCount: Int = 4) {
            self.maxOriginCount = maxOriginCount
            self.maxTicketCount = maxTicketCount
        }

        /// Adds a ticket, and returns those that have no place any more.
        ///
        /// - Parameters:
        ///   - ticket: The ticket.
        ///   - isReusable: True if the ticket may be used more than once (TLS 1.2). One such ticket suffices, so that
        ///     it replaces all others.
        ///   - origin: The origin of the ticket.
        mutating func add(_ ticket: Ticket, isReusable: Bool, for origin: Origin) -> [Ticket] {
            var dropped: [Ticket] = []
            if entries[origin] == nil, entries.count >= maxOriginCount,
                let oldest = entries.min(by: { $0.value.addition < $1.value.addition })?.key
            {
                dropped = remove(origin: oldest)
            }
            additionCount += 1
            var entry = entries[origin] ?? Entry()
            let excess = isReusable ? entry.tickets.count : max(0, entry.tickets.count - maxTicketCount + 1)
            dropped += entry.tickets.prefix(excess).map(\.ticket)
            entry.tickets.removeFirst(excess)
            entry.tickets.append((ticket, isReusable))
            entry.addition = additionCount
            entries[origin] = entry
            return dropped
        }

        /// Returns the newest ticket of an origin. Unless it is reusable, it is removed (EN27).
        mutating func take(for origin: Origin) -> (ticket: Ticket, isReusable: Bool)? {
            guard let index = entries.index(forKey: origin), let newest = entries.values[index].tickets.last else {
                return nil
            }
            if !newest.isReusable {
                entries.values[index].tickets.removeLast()
                if entries.values[index].tickets.isEmpty { entries.remove(at: index) }
            }
            return newest
        }

        /// Removes and returns all tickets of an origin.
        mutating func remove(origin: Origin) -> [Ticket] {
            entries.removeValue(forKey: origin)?.tickets.map(\.ticket) ?? []
        }

        /// Removes and returns all tickets.
        mutating func removeAll() -> [Ticket] {
            defer { entries = [:] }
            return entries.values.flatMap { $0.tickets.map(\.ticket) }
        }
    }
#endif
