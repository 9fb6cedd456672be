import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ConnectionPoolModelTests {
    @Test(arguments: [(1, 1), (1, 3), (2, 1), (3, 2), (5, 5), (8, 3), (100, 2)])
    func aPoolAgreesWithASlowModelUnderRandomOperations(limit: Int, limitPerServer: Int) throws {  // EN10
        for seed in 0..<2 {
            var walk = PoolWalk(limit: limit, limitPerServer: limitPerServer, seed: UInt64(seed))
            for _ in 0..<2_000 { try walk.step() }
            try walk.end()
        }
    }

    @Test(arguments: [(1, 1), (2, 2), (4, 2), (6, 5)])
    func noServerHasTwoTurnsWhileAnotherWaitsForOne(limit: Int, limitPerServer: Int) throws {  // EN10
        var walk = PoolWalk(limit: limit, limitPerServer: limitPerServer, seed: 99)
        for _ in 0..<5_000 {
            try walk.step()
            try walk.drain()
        }
        #expect(walk.turnCount > 500)
    }
}

/// A random walk of a pool, with the model beside it.
struct PoolWalk {
    private typealias Pool = ConnectionPool<PoolItem, PoolItem>

    private static let servers = (0..<5).map { Server(isSecure: false, host: "s\($0).test", port: 80) }

    private var pool: Pool
    private var model: PoolModel
    private var generator: SplitMix
    private let start = Moment.now
    private var now = 0
    private var itemCount = 0
    private var inUse: [(connection: PoolItem, server: Int)] = []
    private var idle: [(connection: PoolItem, server: Int)] = []
    private var waiters: [(item: PoolItem, server: Int)] = []
    /// The servers that had a turn since each server could use one.
    private var passers: [Int: Set<Int>] = [:]
    private(set) var turnCount = 0

    init(limit: Int, limitPerServer: Int, seed: UInt64) {
        pool = Pool(limit: limit, limitPerServer: limitPerServer)
        model = PoolModel(limit: limit, limitPerServer: limitPerServer, serverCount: Self.servers.count)
        generator = SplitMix(state: seed)
    }

    /// Does one random operation and compares what it returns and what can be seen afterwards.
    mutating func step() throws {
        now += random(3)
        switch random(22) {
        case 0..<7: try admit()
        case 7..<11: try keep()
        case 11..<13: release()
        case 13: try remove()
        case 14: try withdraw()
        case 15: try takeExpired()
        case 16: try takeLongestIdle()
        case 17: try takeAllIdle()
        case 18..<20: try drain()
        default: _ = try next()
        }
        try compare()
    }

    /// Admits all that can be admitted. Those who wait then can really not proceed.
    mutating func drain() throws {
        while try next() {}
        for server in Self.servers.indices { try #require(!model.canProceed(server)) }
        try compare()
    }

    /// Ends all connections and exchanges.
    mutating func end() throws {
        repeat {
            try drain()
            while !inUse.isEmpty { release() }
            try takeAllIdle()
        } while !waiters.isEmpty
        try compare()
        #expect(pool.isUnused)
        #expect(pool.serverCount == 0)
    }

    private mutating func admit() throws {
        guard waiters.count < 30 else { return }
        let waiter = newItem()
        let server = random(Self.servers.count)
        let admission = pool.admit(waiter, to: Self.servers[server])
        try #require(model.admit(waiter.number, to: server) == describe(admission))
        if case .queued = admission { waiters.append((waiter, server)) }
        apply(admission, to: server)
    }

    private mutating func next() throws -> Bool {
        let couldUseTurn = Self.servers.indices.filter(model.canUseTurn)
        let (expected, actual) = (model.next(), pool.next())
        try #require(expected?.waiter == actual?.waiter.number)
        guard let expected, let actual else { return false }
        try #require(Self.servers[expected.server] == actual.server)
        try #require(expected.admission == describe(actual.admission))
        // Among the waiters of a server, the first one is admitted.
        let index = try #require(waiters.firstIndex { $0.server == expected.server })
        try #require(waiters.remove(at: index).item === actual.waiter)
        apply(actual.admission, to: expected.server)
        try noteTurn(of: expected.server, among: couldUseTurn)
        return true
    }

    /// Checks that no server among those that could use a turn is passed twice by the same one.
    private mutating func noteTurn(of server: Int, among couldUseTurn: [Int]) throws {
        turnCount += 1
        passers[server] = nil
        for other in couldUseTurn where other != server {
            try #require(passers[other, default: []].insert(server).inserted)
        }
    }

    private mutating func keep() throws {
        guard !inUse.isEmpty else { return }
        let (connection, server) = inUse.remove(at: random(inUse.count))
        let since = now - random(4)
        let expiry = now + random(40)
        model.keep(.init(connection: connection.number, server: server, since: since, expiry: expiry))
        pool.keep(connection, of: Self.servers[server], until: instant(expiry), since: instant(since))
        idle.append((connection, server))
    }

    private mutating func release() {
        guard !inUse.isEmpty else { return }
        let server = inUse.remove(at: random(inUse.count)).server
        model.release(server)
        pool.release(Self.servers[server])
    }

    private mutating func remove() throws {
        let candidates = idle + inUse
        guard !candidates.isEmpty else { return }
        let (connection, server) = candidates[random(candidates.count)]
        let isRemoved = pool.remove(connection, of: Self.servers[server])
        try #require(isRemoved == model.remove(connection.number))
        idle.removeAll { $0.connection === connection }
    }

    private mutating func withdraw() throws {
        guard !waiters.isEmpty, random(4) > 0 else {
            let isWithdrawn = pool.withdraw(newItem(), from: Self.servers[0])
            return try #require(!isWithdrawn)
        }
        let (waiter, server) = waiters.remove(at: random(waiters.count))
        let isWithdrawn = pool.withdraw(waiter, from: Self.servers[server])
        try #require(isWithdrawn && model.withdraw(waiter.number))
    }

    private mutating func takeExpired() throws {
        let expired = pool.takeExpired(at: instant(now))
        try #require(Set(expired.map(\.0.number)) == model.takeExpired(at: now))
        try forget(expired)
    }

    private mutating func takeLongestIdle() throws {
        let longest = pool.takeLongestIdle()
        try #require(longest?.0.number == model.takeLongestIdle())
        try forget(longest.map { [$0] } ?? [])
    }

    private mutating func takeAllIdle() throws {
        let all = pool.takeAllIdle()
        var expected: [Int] = []
        while let longest = model.takeLongestIdle() { expected.append(longest) }
        try #require(all.map(\.0.number) == expected)
        try forget(all)
    }

    /// Forgets connections that are not idle any more. They must be returned with their server.
    private mutating func forget(_ connections: [(PoolItem, Server)]) throws {
        for (connection, server) in connections {
            let index = try #require(idle.firstIndex { $0.connection === connection })
            try #require(Self.servers[idle.remove(at: index).server] == server)
        }
    }

    private mutating func apply(_ admission: Pool.Admission, to server: Int) {
        switch admission {
        case .connection(let connection):
            idle.removeAll { $0.connection === connection }
            inUse.append((connection, server))
        case .slot(let evicted):
            idle.removeAll { $0.connection === evicted }
            inUse.append((newItem(), server))
        case .queued: break
        }
    }

    private mutating func compare() throws {
        for server in Self.servers.indices where !model.canUseTurn(server) { passers[server] = nil }
        try #require(pool.connectionCount <= model.limit)
        try #require(pool.connectionCount == inUse.count + idle.count)
        try #require(pool.connectionCount == model.connectionCount)
        try #require(pool.idleCount == idle.count)
        try #require(pool.waiterCount == waiters.count)
        try #require(pool.nextExpiry == model.nextExpiry.map(instant))
        var usedCount = 0
        for (number, server) in Self.servers.enumerated() {
            let count = pool.connectionCount(of: server)
            try #require(count <= model.limitPerServer)
            try #require(count == model.connectionCount(of: number))
            usedCount += count > 0 || model.waits(for: number) ? 1 : 0
        }
        try #require(pool.serverCount == usedCount)
        try #require(pool.isUnused == (usedCount == 0))
    }

    private func describe(_ admission: Pool.Admission) -> PoolModel.Admission {
        switch admission {
        case .connection(let connection): .connection(connection.number)
        case .slot(let evicted): .slot(evicting: evicted?.number)
        case .queued: .queued
        }
    }

    private mutating func newItem() -> PoolItem {
        itemCount += 1
        return PoolItem(itemCount)
    }

    private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private func instant(_ time: Int) -> Moment { start + .milliseconds(time) }
}
