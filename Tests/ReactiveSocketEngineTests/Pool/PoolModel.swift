import ReactiveTestSupport

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// A connection or an exchange of tests of pools.
final class PoolItem: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// A pool without connections that is slow and obvious: what is known is in four arrays, and the rest is derived from
/// them each time. Servers, connections, and waiters are numbers.
struct PoolModel {
    struct Idle {
        let connection: Int
        let server: Int
        let since: Int
        let expiry: Int
    }

    enum Admission: Hashable {
        case connection(Int)
        case slot(evicting: Int?)
        case queued
    }

    let limit: Int
    let limitPerServer: Int
    /// The connections in use, by server.
    private(set) var inUse: [Int]
    /// In the order in which they were kept.
    private(set) var idle: [Idle] = []
    /// In the order of arrival.
    private(set) var waiters: [(number: Int, server: Int)] = []
    private(set) var turns: [Int] = []

    init(limit: Int, limitPerServer: Int, serverCount: Int) {
        self.limit = limit
        self.limitPerServer = limitPerServer
        inUse = Array(repeating: 0, count: serverCount)
    }

    var connectionCount: Int { inUse.reduce(0, +) + idle.count }
    var nextExpiry: Int? { idle.map(\.expiry).min() }

    func connectionCount(of server: Int) -> Int { inUse[server] + idle.count { $0.server == server } }

    func waits(for server: Int) -> Bool { waiters.contains { $0.server == server } }

    /// Returns whether a waiter of the server could proceed if there were no limit for all servers.
    func canUseTurn(_ server: Int) -> Bool {
        waits(for: server)
            && (idle.contains { $0.server == server } || connectionCount(of: server) < limitPerServer)
    }

    /// Returns whether a waiter of the server can proceed.
    func canProceed(_ server: Int) -> Bool {
        canUseTurn(server) && (!idle.isEmpty || connectionCount < limit)
    }

    mutating func admit(_ waiter: Int, to server: Int) -> Admission {
        if turns.isEmpty, !waits(for: server), let admission = admission(to: server) { return admission }
        waiters.append((waiter, server))
        updateTurns()
        return .queued
    }

    mutating func next() -> (waiter: Int, server: Int, admission: Admission)? {
        guard let server = turns.first, canProceed(server), let admission = admission(to: server),
            let index = waiters.firstIndex(where: { $0.server == server })
        else { return nil }
        turns.removeFirst()
        let waiter = waiters.remove(at: index).number
        updateTurns()
        return (waiter, server, admission)
    }

    mutating func keep(_ idle: Idle) {
        inUse[idle.server] -= 1
        self.idle.append(idle)
        updateTurns()
    }

    mutating func release(_ server: Int) {
        inUse[server] -= 1
        updateTurns()
    }

    mutating func remove(_ connection: Int) -> Bool {
        guard let index = idle.firstIndex(where: { $0.connection == connection }) else { return false }
        idle.remove(at: index)
        updateTurns()
        return true
    }

    mutating func withdraw(_ waiter: Int) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.number == waiter }) else { return false }
        waiters.remove(at: index)
        updateTurns()
        return true
    }

    mutating func takeExpired(at now: Int) -> Set<Int> {
        let expired = idle.filter { $0.expiry <= now }.map(\.connection)
        for connection in expired { _ = remove(connection) }
        return Set(expired)
    }

    mutating func takeLongestIdle() -> Int? {
        // The first of several that became idle at the same instant.
        guard let longest = idle.min(by: { $0.since < $1.since }) else { return nil }
        _ = remove(longest.connection)
        return longest.connection
    }

    private mutating func admission(to server: Int) -> Admission? {
        if let last = idle.lastIndex(where: { $0.server == server }) {
            inUse[server] += 1
            return .connection(idle.remove(at: last).connection)
        }
        guard connectionCount(of: server) < limitPerServer else { return nil }
        guard connectionCount < limit || !idle.isEmpty else { return nil }
        let evicted = connectionCount < limit ? nil : takeLongestIdle()
        inUse[server] += 1
        return .slot(evicting: evicted)
    }

    private mutating func updateTurns() {
        turns = turns.filter(canUseTurn)
        turns += inUse.indices.filter { canUseTurn($0) && !turns.contains($0) }
    }
}
