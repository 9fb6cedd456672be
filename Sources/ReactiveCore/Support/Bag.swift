/// An ordered collection whose elements are removed by token.
///
/// Insertion takes amortized constant time, and removal logarithmic time. In a large bag a removed element leaves a
/// gap; the bag closes its gaps when they are the majority, so that ten thousand observers come and go in linear time.
/// A subscript has to count past the gaps; a loop over the elements does not.
///
/// ```swift
/// var bag = Bag<String>()
/// let token = bag.insert("a")
/// bag.remove(using: token)        // "a"
/// ```
public struct Bag<Element> {
    /// An identifier of one element of the bag that returned it.
    public struct Token: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    /// The place of an element, which may have been removed.
    struct Slot {
        fileprivate let number: UInt64
        fileprivate(set) var element: Element?
    }

    /// The elements with their gaps, in the order of insertion.
    private(set) var slots: ContiguousArray<Slot> = []
    private var nextNumber: UInt64 = 0

    /// The number of elements, in constant time.
    public private(set) var count = 0

    /// Creates an empty bag.
    public init() {}

    /// Creates a bag of elements that cannot be removed.
    ///
    /// - Parameter elements: The elements of the bag.
    public init(_ elements: some Sequence<Element>) {
        for element in elements { insert(element) }
    }

    /// Adds an element at the end.
    ///
    /// - Parameter element: The element to add.
    /// - Returns: The token that removes the element.
    @discardableResult
    public mutating func insert(_ element: Element) -> Token {
        defer { nextNumber += 1 }
        slots.append(Slot(number: nextNumber, element: element))
        count += 1
        return Token(number: nextNumber)
    }

    /// Removes an element.
    ///
    /// - Parameter token: The token that ``insert(_:)`` returned.
    /// - Returns: The element, or `nil` if it was removed before.
    @discardableResult
    public mutating func remove(using token: Token) -> Element? {
        guard let place = place(of: token), let element = slots[place].element else { return nil }
        count -= 1
        if slots.count <= Self.smallCount {
            slots.remove(at: place)
        } else {
            slots[place].element = nil
            if count * 2 <= slots.count { closeGaps() }
        }
        return element
    }

    /// The number of slots up to which closing a gap immediately is cheap.
    private static var smallCount: Int { 64 }

    private func place(of token: Token) -> Int? {
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

extension Bag: RandomAccessCollection {
    /// An iterator over the elements of a bag.
    public struct Iterator: IteratorProtocol {
        fileprivate var slots: ContiguousArray<Slot>.Iterator

        /// Returns the next element, or `nil` after the last one.
        public mutating func next() -> Element? {
            while let slot = slots.next() {
                if let element = slot.element { return element }
            }
            return nil
        }
    }

    /// Returns an iterator over the current elements.
    public func makeIterator() -> Iterator { Iterator(slots: slots.makeIterator()) }

    /// The index of the first element, which is 0.
    public var startIndex: Int { 0 }

    /// The index after the last element.
    public var endIndex: Int { count }

    /// The element at an index. Insertions and removals may change the indices of elements.
    public subscript(index: Int) -> Element {
        precondition(indices.contains(index), "There is no element \(index) among \(count)")
        guard count < slots.count else { return slots[index].element! }
        return slots.lazy.compactMap(\.element).dropFirst(index).first!
    }
}
