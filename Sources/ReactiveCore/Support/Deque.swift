/// A first-in, first-out queue with constant-time ends.
@usableFromInline
package struct Deque<Element> {
    @usableFromInline var storage: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @inlinable package init() {}

    @inlinable package var count: Int { storage.count - head }

    @inlinable package var isEmpty: Bool { head == storage.count }

    @inlinable package var first: Element? { isEmpty ? nil : storage[head] }

    @inlinable
    package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard head < storage.count else { return nil }
        let element = storage[head]
        storage[head] = nil
        head += 1
        if head == storage.count {
            storage.removeAll(keepingCapacity: storage.count <= 1_024)
            head = 0
        } else if head >= 32, head * 2 >= storage.count {
            storage.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Replaces the first element, which must exist.
    @inlinable
    package mutating func replaceFirst(with element: Element) {
        storage[head] = element
    }

    @inlinable
    package mutating func removeAll() {
        storage = []
        head = 0
    }

    /// The elements in order.
    @inlinable package var elements: [Element] { storage[head...].compactMap { $0 } }
}

extension Deque: Sendable where Element: Sendable {}
