import ReactiveCore
import ReactiveHTTPModel

/// The waiters of all servers. Each server has a chain of them; a waiter that is withdrawn leaves nothing behind.
struct WaitingList<Waiter: AnyObject & Sendable>: Sendable {
    private struct Waiting {
        let waiter: Waiter
        let line: Int
    }

    private var waiters = Slab<Waiting>()
    private var slots = SlotTable()
    private var links = Links()

    var count: Int { waiters.count }

    /// The number of waiters for which there is memory.
    var slotCount: Int { waiters.slotCount }

    /// Adds a waiter at the end of the chain of its server.
    mutating func append(_ waiter: Waiter, of line: Int, to chain: inout Chain) {
        assert(slot(of: waiter) == nil, "A waiter waits only once at a time")
        let slot = waiters.insert(Waiting(waiter: waiter, line: line))
        slots.insert(slot, hash: Self.hash(of: waiter))
        links.append(slot, to: &chain)
    }

    /// Returns the number of the server that a waiter waits for, or `nil` if it does not wait.
    func line(of waiter: Waiter) -> Int? {
        slot(of: waiter).map { waiters[$0].line }
    }

    /// Removes the first waiter of a chain.
    mutating func popFirst(of chain: inout Chain) -> Waiter? {
        chain.first.map { remove($0, from: &chain) }
    }

    /// Removes a waiter from the chain of its server, if it waits.
    mutating func remove(_ waiter: Waiter, from chain: inout Chain) {
        if let slot = slot(of: waiter) { _ = remove(slot, from: &chain) }
    }

    private func slot(of waiter: Waiter) -> Int? {
        slots.slot(hash: Self.hash(of: waiter)) { waiters[$0].waiter === waiter }
    }

    private mutating func remove(_ slot: Int, from chain: inout Chain) -> Waiter {
        let waiter = waiters.remove(at: slot).waiter
        slots.remove(slot, hash: Self.hash(of: waiter))
        links.remove(slot, from: &chain)
        // The memory of a time with many waiters is given back.
        if waiters.isEmpty, waiters.slotCount > 1_024 { self = WaitingList() }
        return waiter
    }

    private static func hash(of waiter: Waiter) -> Int { Int(bitPattern: ObjectIdentifier(waiter)) }
}
