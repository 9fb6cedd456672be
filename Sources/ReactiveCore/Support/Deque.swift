/// A first-in, first-out queue with constant-time ends.
@usableFromInline
struct Deque<Element> {
    private var storage: ContiguousArray<Element?> = []
    private var head = 0

    @usableFromInline init() {}

    @usableFromInline var count: Int { storage.count - head }

    @usableFromInline var isEmpty: Bool { head == storage.count }

    @usableFromInline var first: Element? { isEmpty ? nil : storage[head] }

    @usableFromInline
    mutating func append(_ element: Element) {
        storage.append(element)
    }

    @usableFromInline
    mutating func popFirst() -> Element? {
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

    @usableFromInline
    mutating func removeAll() {
        storage = []
        head = 0
    }

    /// The elements in order.
    @usableFromInline var elements: [Element] { storage[head...].compactMap { $0 } }
}

extension Deque: Sendable where Element: Sendable {}
