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

    private var tokens: ContiguousArray<UInt64> = []
    /// The elements with their gaps, in the order of insertion.
    @usableFromInline private(set) var slots: ContiguousArray<Element?> = []
    private var nextNumber: UInt64 = 0
    private(set) var count = 0

    @usableFromInline init() {}

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ element: Element) -> Token {
        defer { nextNumber += 1 }
        tokens.append(nextNumber)
        slots.append(element)
        count += 1
        return Token(number: nextNumber)
    }

    /// Takes an element out; a token that is unknown, or was used before, takes out nothing.
    @discardableResult
    mutating func remove(using token: Token) -> Element? {
        guard let index = index(of: token), let element = slots[index] else { return nil }
        slots[index] = nil
        count -= 1
        if count * 2 <= slots.count { closeGaps() }
        return element
    }

    private func index(of token: Token) -> Int? {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle] < token.number { low = middle + 1 } else { high = middle }
        }
        return low < tokens.count && tokens[low] == token.number ? low : nil
    }

    private mutating func closeGaps() {
        var kept = 0
        for index in slots.indices {
            guard let element = slots[index] else { continue }
            slots[kept] = element
            tokens[kept] = tokens[index]
            kept += 1
        }
        slots.removeLast(slots.count - kept)
        tokens.removeLast(tokens.count - kept)
    }
}

extension Bag: Sendable where Element: Sendable {}
