/// The observers of a signal, in order of arrival: a doubly linked list that owns its nodes. Delivering a value touches
/// no reference count, and adding or removing an observer takes constant time. The owner empties the list at the end.
///
/// The list belongs to a run's exclusion, like all ``Confined`` state: it never changes during a delivery, because
/// additions and removals are queued behind the delivery.
@usableFromInline
struct Subscriptions<Value: Sendable, Failure: Error> {
    /// One observer, and the run whose end detaches it.
    @usableFromInline
    final class Node: Sendable {
        @usableFromInline let sink: Sink<Value, Failure>
        @usableFromInline let run: Run
        @usableFromInline let links: Confined<Links>

        init(_ sink: Sink<Value, Failure>, run: Run) {
            self.sink = sink
            self.run = run
            links = Confined(Links(), to: run)
        }
    }

    @usableFromInline
    struct Links {
        @usableFromInline var next: Unmanaged<Node>?
        var previous: Unmanaged<Node>?
        var isLinked = false
    }

    @usableFromInline var first: Unmanaged<Node>?
    private var last: Unmanaged<Node>?

    @usableFromInline
    init() {}

    var isEmpty: Bool { first == nil }

    mutating func append(_ node: Node) {
        let link = Unmanaged.passRetained(node)
        node.links.state = Links(previous: last, isLinked: true)
        if let last {
            last._withUnsafeGuaranteedRef { $0.links.state.next = link }
        } else {
            first = link
        }
        last = link
    }

    /// - Returns: `false` if the node had been removed before.
    mutating func remove(_ node: Node) -> Bool {
        let links = node.links.state
        guard links.isLinked else { return false }
        node.links.state = Links()
        if let previous = links.previous {
            previous._withUnsafeGuaranteedRef { $0.links.state.next = links.next }
        } else {
            first = links.next
        }
        if let next = links.next {
            next._withUnsafeGuaranteedRef { $0.links.state.previous = links.previous }
        } else {
            last = links.previous
        }
        Unmanaged.passUnretained(node).release()
        return true
    }

    @usableFromInline
    mutating func removeAll() -> [Node] {
        var nodes: [Node] = []
        var link = first
        while let node = link?.takeRetainedValue() {
            // SAFETY: the caller holds the exclusion, or is the deinitializer of the list's owner.
            link = node.links.unchecked.next
            node.links.unchecked = Links()
            nodes.append(node)
        }
        first = nil
        last = nil
        return nodes
    }

    @inlinable
    func send(_ value: Value) {
        var link = first
        while let current = link {
            link = current._withUnsafeGuaranteedRef { node in
                if !node.run.isStopped { node.sink.value(value) }
                return node.links.state.next
            }
        }
    }
}
