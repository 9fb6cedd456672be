/// An ordered collection whose elements are taken out by the token they were given.
///
/// Insertion is amortised constant. Removal is logarithmic: in a large bag a removed element leaves a gap, and gaps are
/// closed when they are the majority, so that ten thousand observers come and go in linear time. Until then a subscript has
/// to count past them; a loop over the elements never does.
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
    /// - Returns: the element, or `nil` if the token is unknown or was used before, as in an empty bag (R38).
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

    /// Up to so many, closing a gap at once costs next to nothing.
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
    /// Goes through the elements.
    public struct Iterator: IteratorProtocol {
        fileprivate var slots: ContiguousArray<Slot>.Iterator

        /// The next element.
        public mutating func next() -> Element? {
            while let slot = slots.next() {
                if let element = slot.element { return element }
            }
            return nil
        }
    }

    /// An iterator over the elements as they are now.
    public func makeIterator() -> Iterator { Iterator(slots: slots.makeIterator()) }

    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { count }

    /// The element at an index, which changes of the bag may shift.
    public subscript(index: Int) -> Element {
        precondition(indices.contains(index), "There is no element \(index) among \(count)")
        guard count < slots.count else { return slots[index].element! }
        return slots.lazy.compactMap(\.element).dropFirst(index).first!
    }
}
