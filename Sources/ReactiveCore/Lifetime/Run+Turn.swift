extension Run {
    /// When something is delivered that took its place in the order under a lock: by this caller once it has released the
    /// lock, by this caller with all that is queued, or by whoever delivers now.
    @usableFromInline
    enum Turn: Sendable {
        case now, drain, later
    }

    /// Takes the next place in the order of deliveries for `action`, which runs when what is returned is performed: that must
    /// happen once no lock is held.
    @inline(__always)
    func takeTurn(for action: @escaping @Sendable () -> Void) -> Turn {
        if enter() { return .now }
        return submit(action) ? .drain : .later
    }

    /// Delivers `action`, the one that took the turn, unless somebody else does.
    @inlinable
    func perform(_ turn: Turn, _ action: () -> Void) {
        switch turn {
        case .now:
            action()
            leave()
        case .drain: drain()
        case .later: break
        }
    }
}
