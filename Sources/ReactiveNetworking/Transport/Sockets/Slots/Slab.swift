/// Elements that are found by a number, their slot, which stays the same until the element is removed. Free slots are
/// used again first, so there are never more slots than there were elements at a time.
struct Slab<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var freeSlots: [Int] = []

    /// The number of elements.
    var count: Int { elements.count - freeSlots.count }

    var isEmpty: Bool { count == 0 }

    /// The number of slots, free ones included. It does not shrink.
    var slotCount: Int { elements.count }

    /// The slot of the next element that is inserted.
    var nextSlot: Int { freeSlots.last ?? elements.count }

    /// Returns whether an element has a slot.
    func isUsed(_ slot: Int) -> Bool { elements.indices.contains(slot) && elements[slot] != nil }

    /// Returns the slot of the new element.
    mutating func insert(_ element: Element) -> Int {
        guard let slot = freeSlots.popLast() else {
            elements.append(element)
            return elements.count - 1
        }
        elements[slot] = element
        return slot
    }

    /// Frees a slot in use and returns its element.
    mutating func remove(at slot: Int) -> Element {
        guard let element = elements[slot].take() else { Self.reportFreeSlot() }
        freeSlots.append(slot)
        return element
    }

    /// The element of a slot in use.
    subscript(slot: Int) -> Element {
        get {
            guard let element = elements[slot] else { Self.reportFreeSlot() }
            return element
        }
        _modify {
            guard elements[slot] != nil else { Self.reportFreeSlot() }
            yield &elements[slot]!
        }
    }

    private static func reportFreeSlot() -> Never { preconditionFailure("The slot is free") }
}
