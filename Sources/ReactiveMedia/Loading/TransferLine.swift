/// The transfers that wait for their turn: loads before preloads.
///
/// An entry counts only as long as its transfer waits for the same turn, so a transfer leaves by no longer doing so.
struct TransferLine: Sendable {
    struct Entry: Sendable, Hashable {
        /// The number of the flight whose transfer waits.
        let flight: Int
        /// The number of its turn, which grows with each arrival.
        let turn: Int
    }

    private let isLastFirst: Bool
    private var loads: [Entry] = []
    private var preloads = Deque<Entry>()
    /// The position of the first load, if loads leave at the front.
    private var firstLoad = 0

    init(lastInFirstOut: Bool) {
        isLastFirst = lastInFirstOut
    }

    var count: Int { loads.count - firstLoad + preloads.count }

    /// Adds an entry behind all others of its kind.
    mutating func add(_ entry: Entry, isLoad: Bool) {
        if isLoad { loads.append(entry) } else { preloads.append(entry) }
    }

    /// Removes and returns the entry whose turn it is.
    mutating func popNext() -> Entry? { popLoad() ?? preloads.popFirst() }

    /// Removes the entries that no longer count.
    mutating func keep(where isCurrent: (Entry) -> Bool) {
        loads = loads[firstLoad...].filter(isCurrent)
        firstLoad = 0
        var rest = Deque<Entry>()
        for entry in preloads.elements where isCurrent(entry) { rest.append(entry) }
        preloads = rest
    }

    private mutating func popLoad() -> Entry? {
        guard firstLoad < loads.count else {
            loads.removeAll(keepingCapacity: true)
            firstLoad = 0
            return nil
        }
        if isLastFirst { return loads.popLast() }
        defer { firstLoad += 1 }
        return loads[firstLoad]
    }
}
