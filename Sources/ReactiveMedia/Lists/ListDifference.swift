/// The steps from one state of a list to the next, as list views take them.
///
/// Positions before are positions in the old list, and positions after those in the new one. A list view applies all
/// steps at once: removals and the origins of moves refer to the old list, insertions and the targets of moves to the
/// new one.
public struct ListDifference<Element: Sendable>: Sendable {
    /// An element in both lists.
    public struct Pair: Sendable, Hashable {
        /// The position in the old list.
        public let before: Int
        /// The position in the new list.
        public let after: Int

        /// Creates a pair.
        ///
        /// - Parameters:
        ///   - before: The position in the old list.
        ///   - after: The position in the new list.
        public init(before: Int, after: Int) {
            self.before = before
            self.after = after
        }
    }

    /// The new list.
    public let items: [Element]
    /// The positions before of elements that are gone, ascending.
    public let removals: [Int]
    /// The positions after of new elements, ascending.
    public let insertions: [Int]
    /// The elements whose order has changed, by their positions after, ascending. They are as few as possible.
    public let moves: [Pair]
    /// The elements that have changed and did not move, by their positions after, ascending. An element that has
    /// changed and moved is removed and inserted, because list views cannot do both.
    public let updates: [Pair]

    /// A Boolean value that indicates whether both lists are equal.
    public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

    /// Compares two lists, in n log n steps.
    ///
    /// - Parameters:
    ///   - old: The old list.
    ///   - new: The new list.
    ///   - identity: Returns the identity of an element. Of several elements with one identity, the first of the one
    ///     list is the first of the other, and so on.
    public init<ID: Hashable>(from old: [Element], to new: [Element], by identity: (Element) -> ID)
    where Element: Equatable {
        var positions = Dictionary(grouping: old.indices.reversed()) { identity(old[$0]) }
        // For each new element the old position of the same one.
        let origins = new.map { element in positions[identity(element)]?.popLast() }
        let kept = new.indices.compactMap { after in origins[after].map { Pair(before: $0, after: after) } }
        let resting = kept.longestRun(by: \.before)

        var removed = Set(old.indices).subtracting(kept.map(\.before))
        var inserted = new.indices.filter { origins[$0] == nil }
        var (moved, updated): ([Pair], [Pair]) = ([], [])
        for pair in kept {
            switch (resting.contains(pair.after), old[pair.before] == new[pair.after]) {
            case (true, true): break
            case (true, false): updated.append(pair)
            case (false, true): moved.append(pair)
            case (false, false):
                removed.insert(pair.before)
                inserted.append(pair.after)
            }
        }
        items = new
        removals = removed.sorted()
        insertions = inserted.sorted()
        moves = moved
        updates = updated
    }
}

extension ListDifference: Equatable where Element: Equatable {}

extension Array {
    /// Returns the positions after of a longest run of pairs whose positions before ascend.
    fileprivate func longestRun<Item>(by before: (Element) -> Int) -> Set<Int>
    where Element == ListDifference<Item>.Pair {
        // For each length the pair that ends a run of that length with the lowest position.
        var ends: [Int] = []
        var previous: [Int?] = []
        for index in indices {
            let position = before(self[index])
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if before(self[ends[middle]]) < position { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var run: Set<Int> = []
        var next = ends.last
        while let index = next {
            run.insert(self[index].after)
            next = previous[index]
        }
        return run
    }
}
