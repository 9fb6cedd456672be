/// An ordered collection whose elements are taken out by the token they were given.
///
/// Insertion is amortised constant, removal logarithmic: a removed element leaves a gap that is closed when gaps are in
/// the majority, so that ten thousand observers come and go in linear time.
@usableFromInline
struct Bag<Element> {
    /// Stands for one element of one bag.
    @usableFromInline
    struct Token: Sendable, Hashable {
        @usableFromInline let number: UInt64
    }

    /// The place of one element, or of one that was removed.
    struct Slot {
        fileprivate let number: UInt64
        fileprivate(set) var element: Element?
    }

    /// The elements with their gaps, in the order of insertion.
    private(set) var slots: ContiguousArray<Slot> = []
    private var nextNumber: UInt64 = 0
    private(set) var count = 0

    @usableFromInline init() {}

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ element: Element) -> Token {
        defer { nextNumber += 1 }
        slots.append(Slot(number: nextNumber, element: element))
        count += 1
        return Token(number: nextNumber)
    }

    /// Takes an element out; a token that is unknown, or was used before, takes out nothing.
    @discardableResult
    mutating func remove(using token: Token) -> Element? {
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
