import ReactiveCore
import ReactiveHTTPModel

/// The connections of a transport, as counts and idle ones, and the exchanges that wait for one (EN10).
///
/// The number of connections is limited for each server and in total. A connection counts from the moment at which it
/// may be opened until it is released, removed, evicted, or expired. Waiters of one server are admitted in order.
/// Servers take turns: a server has its turn after those that could use one before it, and goes to the end after each
/// waiter. Nobody overtakes a waiter that can proceed.
///
/// After each call that makes room (``keep(_:of:until:since:)``, ``release(_:)``, ``remove(_:of:)``,
/// ``takeExpired(at:)``, ``takeLongestIdle()``, ``takeAllIdle()``), call ``next()`` until it returns `nil`.
struct ConnectionPool<Connection: AnyObject & Sendable, Waiter: AnyObject & Sendable>: Sendable {
    /// The means by which an exchange proceeds.
    enum Admission {
        /// The connection is idle, the one of the server that was used last. It is in use now.
        case connection(Connection)
        /// A connection may be opened; it counts already. The caller closes `evicting`, the longest idle connection of
        /// another server, which does not count any more.
        case slot(evicting: Connection?)
        /// The exchange waits until ``next()`` returns it.
        case queued
    }

    /// The connections and the waiters of one server. It exists while there are any.
    private struct Line {
        let server: Server
        var connectionCount = 0
        var idle = Chain()
        var waiters = Chain()
        var hasTurn = false
    }

    private let limit: Int
    private let limitPerServer: Int
    private var lines = Slab<Line>()
    private var numbers = SlotTable()
    /// All connections, idle or in use.
    private(set) var connectionCount = 0
    private var idle = IdleConnections<Connection>()
    private var waiting = WaitingList<Waiter>()
    /// The servers of which a waiter could proceed by the limit of the server alone. While there is one, it is not
    /// skipped: with an idle connection anywhere, or room for a new one, the first of them can proceed.
    private var turns = Chain()
    private var turnLinks = Links()

    init(limit: Int, limitPerServer: Int) {
        self.limit = max(1, limit)
        self.limitPerServer = max(1, limitPerServer)
    }

    var idleCount: Int { idle.count }

    var waiterCount: Int { waiting.count }

    /// The number of servers with connections or waiters.
    var serverCount: Int { lines.count }

    /// Returns the number of connections of a server, idle or in use.
    func connectionCount(of server: Server) -> Int {
        line(of: server).map { lines[$0].connectionCount } ?? 0
    }

    /// A Boolean value that is true if there are neither connections nor waiters.
    var isUnused: Bool { lines.isEmpty }

    /// Admits an exchange, or enqueues it. A waiter must not wait already.
    mutating func admit(_ waiter: Waiter, to server: Server) -> Admission {
        let line = line(of: server) ?? addLine(of: server)
        // If no server can use a turn, a server with waiters is at its limit, and there is no admission to it.
        if turns.isEmpty, let admission = admission(to: line) { return admission }
        waiting.append(waiter, of: line, to: &lines[line].waiters)
        updateTurn(of: line)
        return .queued
    }

    /// Counts a connection that may be opened for later, unless the server has an idle one. Nobody waits or gives way
    /// for it.
    mutating func reserve(_ server: Server) -> Bool {
        let line = line(of: server) ?? addLine(of: server)
        let hasRoom = connectionCount < limit && lines[line].connectionCount < limitPerServer
        guard hasRoom, turns.isEmpty, lines[line].idle.isEmpty else {
            removeIfUnused(line)
            return false
        }
        connectionCount += 1
        lines[line].connectionCount += 1
        return true
    }

    /// Records the end of the exchange of a connection that can be used again.
    ///
    /// - Parameters:
    ///   - connection: A connection in use.
    ///   - server: The server that the connection leads to.
    ///   - expiry: The instant from which ``takeExpired(at:)`` returns the connection.
    ///   - now: The current instant.
    mutating func keep(
        _ connection: Connection,
        of server: Server,
        until expiry: Moment,
        since now: Moment
    ) {
        guard let line = line(of: server) else { return assertionFailure("A connection that is kept must count") }
        idle.append(connection, of: line, to: &lines[line].idle, until: expiry, since: now)
        updateTurn(of: line)
    }

    /// Records the end of a connection in use, or of an attempt to open one.
    mutating func release(_ server: Server) {
        guard let line = line(of: server) else { return assertionFailure("A connection that ends must count") }
        discount(line)
    }

    /// Takes a certain idle connection, which is in use then, and still counts.
    ///
    /// - Returns: Whether the connection was idle.
    mutating func take(_ connection: Connection, of server: Server) -> Bool {
        guard let slot = idle.slot(of: connection) else { return false }
        let line = idle.line(of: slot)
        assert(lines[line].server == server, "A connection belongs to one server")
        _ = idle.remove(slot, from: &lines[line].idle)
        updateTurn(of: line)
        return true
    }

    /// Removes an idle connection that has ended.
    ///
    /// - Returns: Whether the connection was idle. If not, an exchange has it, or it is no longer in the pool.
    mutating func remove(_ connection: Connection, of server: Server) -> Bool {
        guard let slot = idle.slot(of: connection) else { return false }
        assert(lines[idle.line(of: slot)].server == server, "A connection belongs to one server")
        _ = takeIdle(slot)
        return true
    }

    /// Removes a waiter.
    ///
    /// - Returns: Whether it was waiting. If not, it has been admitted.
    mutating func withdraw(_ waiter: Waiter, from server: Server) -> Bool {
        guard let line = waiting.line(of: waiter) else { return false }
        assert(lines[line].server == server, "A waiter waits for one server")
        waiting.remove(waiter, from: &lines[line].waiters)
        updateTurn(of: line)
        removeIfUnused(line)
        return true
    }

    /// Removes and returns the next waiter that can proceed, with its means, which count already.
    mutating func next() -> (waiter: Waiter, server: Server, admission: Admission)? {
        guard let line = turns.first, let admission = admission(to: line),
            let waiter = waiting.popFirst(of: &lines[line].waiters)
        else { return nil }
        endTurn(of: line)
        updateTurn(of: line)
        return (waiter, lines[line].server, admission)
    }
}

// The ends of idle connections.
extension ConnectionPool {
    /// The earliest instant at which an idle connection expires.
    var nextExpiry: Moment? { idle.nextExpiry }

    /// Removes and returns the idle connections that have expired. The caller closes them.
    mutating func takeExpired(at now: Moment) -> [(Connection, Server)] {
        var expired: [(Connection, Server)] = []
        while let expiry = idle.nextExpiry, expiry <= now, let slot = idle.firstToExpire {
            expired.append(takeIdle(slot))
        }
        return expired
    }

    /// Removes and returns the connection that is idle for the longest time (EN5). The caller closes it.
    mutating func takeLongestIdle() -> (Connection, Server)? {
        idle.longestIdle.map { takeIdle($0) }
    }

    /// Removes and returns all idle connections, the longest idle first. The caller closes them.
    mutating func takeAllIdle() -> [(Connection, Server)] {
        var connections: [(Connection, Server)] = []
        while let connection = takeLongestIdle() { connections.append(connection) }
        return connections
    }
}

extension ConnectionPool {
    private func line(of server: Server) -> Int? {
        numbers.slot(hash: server.digest) { lines[$0].server == server }
    }

    private mutating func addLine(of server: Server) -> Int {
        let line = lines.insert(Line(server: server))
        numbers.insert(line, hash: server.digest)
        return line
    }

    /// Returns the means by which an exchange with a server can proceed now, if there are any.
    private mutating func admission(to line: Int) -> Admission? {
        if let slot = lines[line].idle.last {
            return .connection(idle.remove(slot, from: &lines[line].idle))
        }
        guard lines[line].connectionCount < limitPerServer else { return nil }
        var evicted: Connection?
        if connectionCount >= limit {
            guard let slot = idle.longestIdle else { return nil }
            evicted = takeIdle(slot).0
        }
        connectionCount += 1
        lines[line].connectionCount += 1
        return .slot(evicting: evicted)
    }

    /// Removes an idle connection, which does not count any more.
    private mutating func takeIdle(_ slot: Int) -> (Connection, Server) {
        let line = idle.line(of: slot)
        let server = lines[line].server
        let connection = idle.remove(slot, from: &lines[line].idle)
        discount(line)
        return (connection, server)
    }

    private mutating func discount(_ line: Int) {
        connectionCount -= 1
        lines[line].connectionCount -= 1
        assert(lines[line].connectionCount >= 0, "More connections have ended than there were")
        updateTurn(of: line)
        removeIfUnused(line)
    }

    private mutating func removeIfUnused(_ line: Int) {
        guard lines[line].connectionCount == 0, lines[line].waiters.isEmpty else { return }
        numbers.remove(line, hash: lines.remove(at: line).server.digest)
        // The memory of a time with many servers is given back.
        if lines.isEmpty, lines.slotCount > 1_024 { self = Self(limit: limit, limitPerServer: limitPerServer) }
    }

    /// Gives a server a turn, or takes it away. A turn that has begun to exist lasts as long as the server has waiters:
    /// connections of a server with waiters are opened in its turn only.
    private mutating func updateTurn(of line: Int) {
        let canUseTurn =
            !lines[line].waiters.isEmpty
            && (!lines[line].idle.isEmpty || lines[line].connectionCount < limitPerServer)
        guard canUseTurn != lines[line].hasTurn else { return }
        guard canUseTurn else { return endTurn(of: line) }
        lines[line].hasTurn = true
        turnLinks.append(line, to: &turns)
    }

    private mutating func endTurn(of line: Int) {
        lines[line].hasTurn = false
        turnLinks.remove(line, from: &turns)
    }
}
