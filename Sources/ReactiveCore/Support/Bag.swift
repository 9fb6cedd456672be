/// An ordered collection whose elements are taken out by the token they were given.
///
/// Insertion is amortised constant, removal logarithmic: a removed element leaves a gap that is closed when gaps are in
/// the majority, so that ten thousand observers come and go in linear time.
///
/// ```swift
/// var bag = Bag<String>()
/// let token = bag.insert("a")
/// bag.remove(using: token)        // "a"
/// ```
public struct Bag<Element> {
    /// Stands for one element of the bag that gave it.
    public struct Token: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    /// The place of one element, or of one that was removed.
    struct Slot {
        fileprivate let number: UInt64
        fileprivate(set) var element: Element?
    }

    /// The elements with their gaps, in the order of insertion.
    private(set) var slots: ContiguousArray<Slot> = []
    private var nextNumber: UInt64 = 0

    /// The number of elements; constant.
    public private(set) var count = 0

    /// An empty bag.
    public init() {}

    /// A bag of these elements, which cannot be taken out.
    public init(_ elements: some Sequence<Element>) {
        for element in elements { insert(element) }
    }

    /// Adds an element at the end, and returns the token that takes it out.
    @discardableResult
    public mutating func insert(_ element: Element) -> Token {
        defer { nextNumber += 1 }
        slots.append(Slot(number: nextNumber, element: element))
        count += 1
        return Token(number: nextNumber)
    }

    /// Takes an element out.
    ///
    /// - Returns: the element, or `nil` if the token is unknown or was used before, as in an empty bag (decision 4).
    @discardableResult
    public mutating func remove(using token: Token) -> Element? {
        guard let index = index(of: token), let element = slots[index].element else { return nil }
        slots[index].element = nil
        count -= 1
        if count * 2 <= slots.count { closeGaps() }
        return element
    }

    private func index(of token: Token) -> Int? {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].number < token.number { low = middle + 1 } else { high = middle }
        }
        return low < slots.count && slots[low].number == token.number ? low : nil
    }

    private mutating func closeGaps() {
        slots.removeAll { $0.element == nil }
    }
}

extension Bag.Slot: Sendable where Element: Sendable {}
extension Bag: Sendable where Element: Sendable {}

// Not a random access collection: the gaps are left out one by one.
extension Bag: BidirectionalCollection {
    /// A place in the bag; invalid after any change of it.
    public struct Index: Comparable, Sendable {
        fileprivate let slot: Int

        /// Whether the left place comes first.
        public static func < (left: Index, right: Index) -> Bool { left.slot < right.slot }
    }

    /// The place of the first element.
    public var startIndex: Index { place(from: 0) }

    /// The place after the last element.
    public var endIndex: Index { Index(slot: slots.count) }

    /// Whether there are no elements; constant.
    public var isEmpty: Bool { count == 0 }

    /// The element at a place.
    public subscript(index: Index) -> Element {
        guard let element = slots[index.slot].element else {
            preconditionFailure("The bag was changed since this index was made")
        }
        return element
    }

    /// The next place.
    public func index(after index: Index) -> Index { place(from: index.slot + 1) }

    /// The place before.
    public func index(before index: Index) -> Index {
        var slot = index.slot - 1
        while slots[slot].element == nil { slot -= 1 }
        return Index(slot: slot)
    }

    private func place(from first: Int) -> Index {
        var slot = first
        while slot < slots.count, slots[slot].element == nil { slot += 1 }
        return Index(slot: slot)
    }
}
