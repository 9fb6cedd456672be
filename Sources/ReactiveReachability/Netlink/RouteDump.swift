import ReactiveCore

/// The conversation with the kernel about links, addresses and routes, without the socket.
///
/// A dump asks for the three in turn. A message about a change leads to a fresh dump, and is not applied itself: the
/// kernel removes routes together with a link or an address without a message about each.
struct RouteDump: Sendable {
    /// An action for the owner of the socket.
    enum Action: Sendable, Equatable {
        case request([UInt8])
        case tell(NetworkTable)
    }

    private enum Subject: CaseIterable {
        case links, addresses, routes

        /// The type of the request, and the size of the structure that follows its header.
        var request: (type: UInt16, byteCount: Int) {
            switch self {
            case .links: (NetlinkType.getLink, 16)
            case .addresses: (NetlinkType.getAddress, 8)
            case .routes: (NetlinkType.getRoute, 12)
            }
        }
    }

    /// The subjects of the dump in progress that are yet to be told; the first is being told.
    private var subjects: [Subject] = []
    private var sequence: UInt32 = 0
    private var table = NetworkTable()
    /// A Boolean value that indicates whether something has changed since the dump began.
    private var isOutdated = false
    /// A Boolean value that indicates whether the dump contradicts itself.
    private var isInterrupted = false

    /// Begins a dump, or has one follow the dump in progress: the kernel answers one at a time.
    mutating func refresh() -> [Action] {
        guard subjects.isEmpty else {
            isOutdated = true
            return []
        }
        return begin()
    }

    /// Acts on a datagram of the kernel.
    mutating func receive(_ datagram: [UInt8]) -> [Action] {
        NetlinkMessage.messages(in: datagram).flatMap { receive($0) }
    }

    /// Gives up a dump that the kernel refuses. A change that was noted meanwhile, or the next one, begins another.
    mutating func abandon() -> [Action] {
        subjects = []
        return isOutdated ? begin() : []
    }

    private mutating func receive(_ message: NetlinkMessage) -> [Action] {
        guard isPartOfDump(message) else { return note(message) }
        if message.flags & NetlinkFlag.dumpInterrupted != 0 { isInterrupted = true }
        switch message.type {
        case NetlinkType.done: return proceed()
        case NetlinkType.error:
            // An error of zero is an acknowledgement. Any other ends the dump, as where the kernel refuses it.
            if message.errorNumber != 0 { return abandon() }
        case NetlinkType.overrun: isOutdated = true
        default: if let fact = NetworkFact(message) { table.add(fact) }
        }
        return []
    }

    /// A change that another process makes has the number of that process's request, which may be the same.
    private func isPartOfDump(_ message: NetlinkMessage) -> Bool {
        guard !subjects.isEmpty, message.sequence == sequence else { return false }
        return message.flags & NetlinkFlag.multipart != 0
            || message.type == NetlinkType.error || message.type == NetlinkType.done
    }

    /// Acts on a message that is not part of the dump.
    private mutating func note(_ message: NetlinkMessage) -> [Action] {
        switch message.type {
        case NetlinkType.newLink, NetlinkType.deletedLink: message.payload.count >= 16 ? refresh() : []
        case NetlinkType.newAddress, NetlinkType.deletedAddress: message.payload.count >= 8 ? refresh() : []
        case NetlinkType.newRoute, NetlinkType.deletedRoute:
            NetworkFact.isAboutDefaultRoute(message.payload) ? refresh() : []
        case NetlinkType.overrun: refresh()
        default: []
        }
    }

    private mutating func begin() -> [Action] {
        (table, isOutdated, isInterrupted) = (NetworkTable(), false, false)
        subjects = Subject.allCases
        return [request(subjects[0])]
    }

    private mutating func proceed() -> [Action] {
        subjects.removeFirst()
        if let next = subjects.first { return [request(next)] }
        if isInterrupted { return begin() }
        let tell = Action.tell(table)
        return isOutdated ? [tell] + begin() : [tell]
    }

    private mutating func request(_ subject: Subject) -> Action {
        // Changes that nobody has asked for have the number zero.
        sequence = sequence == .max ? 1 : sequence + 1
        return .request(
            NetlinkMessage.bytes(
                type: subject.request.type,
                flags: NetlinkFlag.request | NetlinkFlag.dump,
                sequence: sequence,
                [UInt8](repeating: 0, count: subject.request.byteCount)
            )
        )
    }
}
