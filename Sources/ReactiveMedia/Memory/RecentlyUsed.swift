/// Values by key, in the order of their last use. Every operation on one key takes constant time.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        var content: (key: Key, value: Value)?
        /// The neighbor that was used later.
        var newer: Int?
        /// The neighbor that was used earlier; the next free node of one that is free.
        var older: Int?
    }

    private var nodes: [Node] = []
    private var positions: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    private var firstFree: Int?

    var count: Int { positions.count }

    var keys: some Collection<Key> { positions.keys }

    /// Returns a value, which becomes the one that was used last.
    mutating func use(_ key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        unlink(position)
        link(position)
        return nodes[position].content?.value
    }

    /// Adds a value under a key that is not in use.
    mutating func add(_ value: Value, for key: Key) {
        let position: Int
        if let free = firstFree {
            position = free
            firstFree = nodes[free].older
            nodes[position] = Node(content: (key, value))
        } else {
            position = nodes.count
            nodes.append(Node(content: (key, value)))
        }
        positions[key] = position
        link(position)
    }

    mutating func remove(_ key: Key) -> (key: Key, value: Value)? {
        guard let position = positions.removeValue(forKey: key) else { return nil }
        unlink(position)
        defer {
            nodes[position] = Node(content: nil, older: firstFree)
            firstFree = position
        }
        return nodes[position].content
    }

    /// Removes the value whose last use is the longest ago.
    mutating func removeOldest() -> (key: Key, value: Value)? {
        oldest.flatMap { nodes[$0].content }.flatMap { remove($0.key) }
    }

    private mutating func link(_ position: Int) {
        nodes[position].older = newest
        nodes[position].newer = nil
        if let newest { nodes[newest].newer = position }
        newest = position
        if oldest == nil { oldest = position }
    }

    private mutating func unlink(_ position: Int) {
        let (newer, older) = (nodes[position].newer, nodes[position].older)
        if let newer { nodes[newer].older = older } else { newest = older }
        if let older { nodes[older].newer = newer } else { oldest = newer }
    }
}
