/// The ends of a list of slots.
@usableFromInline
package struct Chain: Sendable {
    @usableFromInline var firstSlot: Int32 = Links.none
    @usableFromInline var lastSlot: Int32 = Links.none

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { firstSlot == Links.none }
    @inlinable package var first: Int? { isEmpty ? nil : Int(firstSlot) }
    @inlinable package var last: Int? { isEmpty ? nil : Int(lastSlot) }
}

/// The links between the slots of several chains. A slot is in one chain at most; it is removed without a search.
@usableFromInline
package struct Links: Sendable {
    @inlinable static var none: Int32 { -1 }

    @usableFromInline struct Link: Sendable {
        @usableFromInline var previous: Int32
        @usableFromInline var next: Int32

        @inlinable init(previous: Int32 = Links.none, next: Int32 = Links.none) {
            self.previous = previous
            self.next = next
        }
    }

    @usableFromInline var links: [Link] = []

    @inlinable package init() {}

    @inlinable package mutating func append(_ slot: Int, to chain: inout Chain) {
        while links.count <= slot { links.append(Link()) }
        let number = Int32(slot)
        let last = chain.lastSlot
        links[slot] = Link(previous: last, next: Self.none)
        if last == Self.none { chain.firstSlot = number } else { links[Int(last)].next = number }
        chain.lastSlot = number
    }

    /// Inserts a slot behind another one of the chain, or, without one, at the beginning.
    @inlinable package mutating func insert(_ slot: Int, after previous: Int?, in chain: inout Chain) {
        if previous == chain.last { return append(slot, to: &chain) }
        while links.count <= slot { links.append(Link()) }
        let number = Int32(slot)
        let next = previous.map { links[$0].next } ?? chain.firstSlot
        links[slot] = Link(previous: previous.map(Int32.init) ?? Self.none, next: next)
        if let previous { links[previous].next = number } else { chain.firstSlot = number }
        links[Int(next)].previous = number
    }

    /// Removes a slot from the chain that it is in.
    @inlinable package mutating func remove(_ slot: Int, from chain: inout Chain) {
        let link = links[slot]
        if link.previous == Self.none {
            chain.firstSlot = link.next
        } else {
            links[Int(link.previous)].next = link.next
        }
        if link.next == Self.none {
            chain.lastSlot = link.previous
        } else {
            links[Int(link.next)].previous = link.previous
        }
    }

    /// Returns the slot after another one of a chain.
    @inlinable package func slot(after slot: Int) -> Int? {
        let next = links[slot].next
        return next == Self.none ? nil : Int(next)
    }

    /// Returns the slot before another one of a chain.
    @inlinable package func slot(before slot: Int) -> Int? {
        let previous = links[slot].previous
        return previous == Self.none ? nil : Int(previous)
    }
}
