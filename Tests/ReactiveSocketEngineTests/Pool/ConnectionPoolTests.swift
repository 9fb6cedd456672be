import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ConnectionPoolTests {
    private typealias Pool = ConnectionPool<PoolItem, PoolItem>

    private let first = Server(isSecure: false, host: "a.test", port: 80)
    private let second = Server(isSecure: false, host: "b.test", port: 80)
    private let now = Moment.now

    @Test func theConnectionThatWasUsedLastIsTakenFirst() {  // EN10
        var pool = Pool(limit: 10, limitPerServer: 5)
        open(3, to: first, in: &pool)
        for number in 1...3 { keep(number, of: first, in: &pool, at: number) }
        let taken = (11...13).map { admit($0, to: first, in: &pool) }
        #expect(taken == [.connection(3), .connection(2), .connection(1)])
        #expect(pool.idleCount == 0)
        #expect(pool.connectionCount == 3)
    }

    @Test func connectionsAreNotSharedBetweenServers() {  // EN10
        var pool = Pool(limit: 10, limitPerServer: 5)
        open(1, to: first, in: &pool)
        keep(1, of: first, in: &pool)
        let others = [
            second, Server(isSecure: true, host: "a.test", port: 80), Server(isSecure: false, host: "a.test", port: 81),
        ]
        for server in others { #expect(admit(2, to: server, in: &pool) == .slot(evicting: nil)) }
        #expect(pool.serverCount == 4)
    }

    @Test func exchangesAboveTheLimitOfTheirServerWaitInOrder() {  // EN10
        var pool = Pool(limit: 10, limitPerServer: 1)
        open(1, to: first, in: &pool)
        for number in [2, 3, 4] { #expect(admit(number, to: first, in: &pool) == .queued) }
        #expect(next(&pool) == nil)
        keep(1, of: first, in: &pool)
        #expect(next(&pool) == Next(2, .connection(1)))
        #expect(next(&pool) == nil)
        pool.release(first)
        #expect(next(&pool) == Next(3, .slot(evicting: nil)))
        #expect(next(&pool) == nil)
        #expect(admit(5, to: second, in: &pool) == .slot(evicting: nil))
    }

    @Test func aConnectionForLaterIsCountedOnlyWhereThereIsRoomAndNoneIsIdle() {  // AD20
        var pool = Pool(limit: 2, limitPerServer: 1)
        func reserve(_ server: Server) -> Bool { pool.reserve(server) }
        #expect(reserve(first))
        #expect(!reserve(first))
        #expect(pool.connectionCount == 1)
        keep(1, of: first, in: &pool)
        #expect(!reserve(first))
        #expect(reserve(second))
        // Neither an idle connection gives way nor does anybody wait.
        #expect(!reserve(Server(isSecure: true, host: "c.test", port: 443)))
        #expect(pool.idleCount == 1 && pool.serverCount == 2 && pool.waiterCount == 0)
        #expect(admit(2, to: second, in: &pool) == .queued)
        #expect(!reserve(second))
    }

    @Test func aNewExchangeDoesNotOvertakeAWaiterForWhichThereIsAConnection() {  // EN10
        var pool = Pool(limit: 10, limitPerServer: 1)
        open(1, to: first, in: &pool)
        #expect(admit(2, to: first, in: &pool) == .queued)
        keep(1, of: first, in: &pool)
        #expect(admit(3, to: first, in: &pool) == .queued)
        #expect(next(&pool) == Next(2, .connection(1)))
    }

    @Test func aNewExchangeDoesNotOvertakeAWaiterOfAnotherServerForWhichThereIsRoom() {  // EN10
        var pool = Pool(limit: 1, limitPerServer: 1)
        open(1, to: first, in: &pool)
        #expect(admit(2, to: second, in: &pool) == .queued)
        keep(1, of: first, in: &pool)
        #expect(admit(3, to: first, in: &pool) == .queued)
        #expect(next(&pool) == Next(2, .slot(evicting: 1)))
        #expect(next(&pool) == nil)
        pool.release(second)
        #expect(next(&pool) == Next(3, .slot(evicting: nil)))
    }

    @Test func theLongestIdleConnectionOfAnotherServerGivesWayToTheTotalLimit() {  // EN10
        var pool = Pool(limit: 3, limitPerServer: 3)
        open(2, to: first, in: &pool)
        open(1, to: second, in: &pool)
        keep(1, of: first, in: &pool, at: 2)
        keep(2, of: second, in: &pool, at: 1)
        keep(3, of: first, in: &pool, at: 3)
        let third = Server(isSecure: false, host: "c.test", port: 80)
        #expect(admit(4, to: third, in: &pool) == .slot(evicting: 2))
        #expect(admit(5, to: third, in: &pool) == .slot(evicting: 1))
        #expect(pool.connectionCount == 3)
        #expect(pool.connectionCount(of: second) == 0)
        #expect(pool.serverCount == 2)
    }

    @Test func serversTakeTurnsUnderTheTotalLimit() {  // EN10
        var pool = Pool(limit: 1, limitPerServer: 10)
        open(1, to: first, in: &pool)
        for number in [1, 2, 3] { #expect(admit(number, to: first, in: &pool) == .queued) }
        for number in [11, 12] { #expect(admit(number, to: second, in: &pool) == .queued) }
        var order: [Int] = []
        var running = first
        for _ in 0..<5 {
            pool.release(running)
            guard let (waiter, server, _) = pool.next() else { continue }
            order.append(waiter.number)
            running = server
        }
        #expect(order == [1, 11, 2, 12, 3])
        pool.release(running)
        #expect(pool.isUnused)
    }

    @Test func aBusyServerYieldsConnectionsToOtherServers() {  // EN10
        var pool = Pool(limit: 2, limitPerServer: 2)
        open(2, to: first, in: &pool)
        for number in 1...100 { #expect(admit(number, to: first, in: &pool) == .queued) }
        keep(1, of: first, in: &pool)
        #expect(next(&pool) == Next(1, .connection(1)))
        #expect(admit(101, to: second, in: &pool) == .queued)
        keep(1, of: first, in: &pool)
        #expect(next(&pool) == Next(101, .slot(evicting: 1)))
    }

    @Test func aGivenIdleConnectionCanBeTakenAndStillCountsTowardTheLimit() {  // EN33
        var pool = Pool(limit: 10, limitPerServer: 5)
        open(2, to: first, in: &pool)
        let (shared, other) = (PoolItem(1), PoolItem(2))
        for item in [shared, other] { pool.keep(item, of: first, until: now + .seconds(60), since: now) }
        let isTaken = pool.take(shared, of: first)
        #expect(isTaken)
        let isTakenAgain = pool.take(shared, of: first)
        #expect(!isTakenAgain)
        #expect(pool.idleCount == 1)
        #expect(pool.connectionCount(of: first) == 2)
        pool.release(first)
        #expect(pool.connectionCount(of: first) == 1)
    }

    @Test func aClosedIdleConnectionFreesItsPlaceInThePool() {  // EN12
        var pool = Pool(limit: 10, limitPerServer: 2)
        open(2, to: first, in: &pool)
        let connection = PoolItem(1)
        pool.keep(connection, of: first, until: now, since: now)
        var isRemoved = pool.remove(connection, of: first)
        #expect(isRemoved)
        isRemoved = pool.remove(connection, of: first)
        #expect(!isRemoved)
        #expect(pool.connectionCount(of: first) == 1)
        #expect(pool.nextExpiry == nil)
    }

    @Test func aConnectionThatSomebodyHasTakenIsNotRemoved() {  // EN12
        var pool = Pool(limit: 10, limitPerServer: 2)
        open(1, to: first, in: &pool)
        let connection = PoolItem(1)
        pool.keep(connection, of: first, until: now, since: now)
        #expect(admit(2, to: first, in: &pool) == .connection(1))
        let isRemoved = pool.remove(connection, of: first)
        #expect(!isRemoved)
        #expect(pool.connectionCount(of: first) == 1)
    }

    @Test func aWithdrawnWaiterLeavesTheOrderOfTheRestAsItIs() {  // EN10
        var pool = Pool(limit: 10, limitPerServer: 1)
        open(1, to: first, in: &pool)
        let waiters = (0..<5).map(PoolItem.init)
        for waiter in waiters { _ = pool.admit(waiter, to: first) }
        for number in [0, 2, 4] {
            let isWithdrawn = pool.withdraw(waiters[number], from: first)
            #expect(isWithdrawn)
        }
        let isWithdrawn = pool.withdraw(waiters[2], from: first)
        #expect(!isWithdrawn)
        for number in [1, 3] {
            pool.release(first)
            #expect(next(&pool) == Next(number, .slot(evicting: nil)))
        }
        pool.release(first)
        #expect(next(&pool) == nil)
        #expect(pool.isUnused)
    }

    @Test func anAdmittedWaiterCannotBeWithdrawn() {
        var pool = Pool(limit: 10, limitPerServer: 1)
        let waiter = PoolItem(1)
        _ = pool.admit(waiter, to: first)
        let isWithdrawn = pool.withdraw(waiter, from: first)
        #expect(!isWithdrawn)
        #expect(pool.connectionCount(of: first) == 1)
    }

    @Test func expiredConnectionsAreReturnedInTheOrderOfTheirExpiry() {  // EN11
        var pool = Pool(limit: 10, limitPerServer: 10)
        open(4, to: first, in: &pool)
        for (number, seconds) in [(1, 7), (2, 3), (3, 9), (4, 5)] {
            pool.keep(PoolItem(number), of: first, until: now + .seconds(seconds), since: now)
        }
        #expect(pool.nextExpiry == now + .seconds(3))
        let early = pool.takeExpired(at: now + .nanoseconds(2_999_999_999))
        #expect(early.isEmpty)
        let expired = pool.takeExpired(at: now + .seconds(7))
        #expect(expired.map(\.0.number) == [2, 4, 1])
        #expect(expired.allSatisfy { $0.1 == first })
        #expect(pool.nextExpiry == now + .seconds(9))
        #expect(pool.connectionCount == 1)
    }

    @Test func theLongestIdleConnectionCanBeTakenFromAnyServer() {  // EN5
        var pool = Pool(limit: 10, limitPerServer: 10)
        #expect(longestIdle(&pool) == nil)
        open(1, to: first, in: &pool)
        open(1, to: second, in: &pool)
        keep(1, of: second, in: &pool, at: 1)
        keep(2, of: first, in: &pool, at: 2)
        #expect(longestIdle(&pool) == 1)
        #expect(longestIdle(&pool) == 2)
        #expect(longestIdle(&pool) == nil)
        #expect(pool.isUnused)
    }

    @Test func serversLeaveNothingBehind() {
        var pool = Pool(limit: 4, limitPerServer: 2)
        for number in 0..<2_000 {
            let server = Server(isSecure: true, host: "\(number).test", port: 443)
            let waiters = (0..<4).map(PoolItem.init)
            for waiter in waiters { _ = pool.admit(waiter, to: server) }
            for waiter in waiters.suffix(2) { _ = pool.withdraw(waiter, from: server) }
            keep(number, of: server, in: &pool)
            pool.release(server)
            #expect(pool.takeAllIdle().count == 1)
            #expect(pool.isUnused)
        }
    }

    @Test func theMemoryOfWithdrawnWaitersIsUsedAgainAndGivenBack() {
        var list = WaitingList<PoolItem>()
        var chain = Chain()
        for number in 0..<10_000 {
            let waiter = PoolItem(number)
            list.append(waiter, of: 0, to: &chain)
            list.remove(waiter, from: &chain)
        }
        #expect(list.slotCount == 1)
        let waiters = (0..<10_000).map(PoolItem.init)
        for waiter in waiters { list.append(waiter, of: 0, to: &chain) }
        #expect(list.count == 10_000)
        for waiter in waiters { list.remove(waiter, from: &chain) }
        #expect(list.slotCount == 0)
        #expect(chain.isEmpty)
    }

    @Test func connectionsAndWaitersAreNotRetainedAfterTheirEnd() {
        var pool = Pool(limit: 1, limitPerServer: 1)
        open(1, to: first, in: &pool)
        weak var connection: PoolItem?
        weak var waiter: PoolItem?
        do {
            let (newConnection, newWaiter) = (PoolItem(1), PoolItem(2))
            (connection, waiter) = (newConnection, newWaiter)
            _ = pool.admit(newWaiter, to: first)
            _ = pool.withdraw(newWaiter, from: first)
            pool.keep(newConnection, of: first, until: now, since: now)
            _ = pool.takeExpired(at: now)
        }
        #expect(connection == nil)
        #expect(waiter == nil)
    }
}

extension ConnectionPoolTests {
    private struct Next: Equatable {
        let waiter: Int
        let admission: PoolModel.Admission

        init(_ waiter: Int, _ admission: PoolModel.Admission) {
            self.waiter = waiter
            self.admission = admission
        }
    }

    /// Admits exchanges that open connections.
    private func open(_ count: Int, to server: Server, in pool: inout Pool) {
        for _ in 0..<count { #expect(admit(0, to: server, in: &pool) == .slot(evicting: nil)) }
    }

    private func admit(_ waiter: Int, to server: Server, in pool: inout Pool) -> PoolModel.Admission {
        describe(pool.admit(PoolItem(waiter), to: server))
    }

    private func keep(_ number: Int, of server: Server, in pool: inout Pool, at second: Int = 0) {
        let start = now + .seconds(second)
        pool.keep(PoolItem(number), of: server, until: start + .seconds(60), since: start)
    }

    private func next(_ pool: inout Pool) -> Next? {
        pool.next().map { Next($0.waiter.number, describe($0.admission)) }
    }

    private func longestIdle(_ pool: inout Pool) -> Int? { pool.takeLongestIdle()?.0.number }

    private func describe(_ admission: Pool.Admission) -> PoolModel.Admission {
        switch admission {
        case .connection(let connection): .connection(connection.number)
        case .slot(let evicted): .slot(evicting: evicted?.number)
        case .queued: .queued
        }
    }
}
