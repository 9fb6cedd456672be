/// Elements that are found by a number, their slot, which stays the same until the element is removed. Free slots are
/// used again first, so there are never more slots than there were elements at a time.
@usableFromInline
package struct Slab<Element: Sendable>: Sendable {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var freeSlots: [Int] = []

    @inlinable package init() {}

    /// The number of elements.
    @inlinable package var count: Int { elements.count - freeSlots.count }

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The number of slots, free ones included. It does not shrink.
    @inlinable package var slotCount: Int { elements.count }

    /// The slot of the next element that is inserted.
    @inlinable package var nextSlot: Int { freeSlots.last ?? elements.count }

    /// Returns whether an element has a slot.
    @inlinable package func isUsed(_ slot: Int) -> Bool { elements.indices.contains(slot) && elements[slot] != nil }

    /// Returns the slot of the new element.
    @inlinable package mutating func insert(_ element: Element) -> Int {
        guard let slot = freeSlots.popLast() else {
            elements.append(element)
            return elements.count - 1
        }
        elements[slot] = element
        return slot
    }

    /// Frees a slot in use and returns its element.
    @inlinable package mutating func remove(at slot: Int) -> Element {
        guard let element = elements[slot].take() else { Self.reportFreeSlot() }
        freeSlots.append(slot)
        return element
    }

    /// The element of a slot in use.
    @inlinable package subscript(slot: Int) -> Element {
        get {
            guard let element = elements[slot] else { Self.reportFreeSlot() }
            return element
        }
        _modify {
            guard elements[slot] != nil else { Self.reportFreeSlot() }
            yield &elements[slot]!
        }
    }

    @usableFromInline static func reportFreeSlot() -> Never { preconditionFailure("The slot is free") }
}
