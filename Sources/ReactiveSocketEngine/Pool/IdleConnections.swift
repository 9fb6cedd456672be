import ReactiveCore
import ReactiveHTTPModel

/// Connections without an exchange, in three orders: by server, by time, and by expiry.
struct IdleConnections<Connection: AnyObject & Sendable>: Sendable {
    private struct Idle {
        let connection: Connection
        let line: Int
        let start: Moment
    }

    private var connections = Slab<Idle>()
    private var slots = SlotTable()
    private var byServer = Links()
    private var byTime = Links()
    private var all = Chain()
    private var expiries = DueHeap()

    var count: Int { connections.count }

    /// The slot of the connection that is idle for the longest time.
    var longestIdle: Int? { all.first }

    /// The slot of the connection that expires first.
    var firstToExpire: Int? { expiries.first }

    /// The moment at which the first connection expires.
    var nextExpiry: Moment? { expiries.next }

    /// Adds a connection at the end of the chain of its server.
    mutating func append(
        _ connection: Connection,
        of line: Int,
        to chain: inout Chain,
        until expiry: Moment,
        since start: Moment
    ) {
        let slot = connections.insert(Idle(connection: connection, line: line, start: start))
        slots.insert(slot, hash: Self.hash(of: connection))
        byServer.append(slot, to: &chain)
        expiries.set(slot, due: expiry)
        // Threads read the clock before they have the lock, so that the last ones can be slightly out of order.
        var previous = all.last
        while let last = previous, start < connections[last].start { previous = byTime.slot(before: last) }
        byTime.insert(slot, after: previous, in: &all)
    }

    /// Returns the number of the server that an idle connection leads to.
    func line(of slot: Int) -> Int { connections[slot].line }

    /// Returns the slot of a connection if it is idle.
    func slot(of connection: Connection) -> Int? {
        slots.slot(hash: Self.hash(of: connection)) { connections[$0].connection === connection }
    }

    /// Removes a connection from the chain of its server and from the other orders.
    mutating func remove(_ slot: Int, from chain: inout Chain) -> Connection {
        let connection = connections.remove(at: slot).connection
        slots.remove(slot, hash: Self.hash(of: connection))
        byServer.remove(slot, from: &chain)
        byTime.remove(slot, from: &all)
        expiries.remove(slot)
        return connection
    }

    private static func hash(of connection: Connection) -> Int { Int(bitPattern: ObjectIdentifier(connection)) }
}
