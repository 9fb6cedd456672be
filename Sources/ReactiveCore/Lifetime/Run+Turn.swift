extension Run {
    /// Determines who delivers an event whose position in the order was taken under a lock: the caller once it has
    /// released the lock (`now`), the caller together with everything queued (`drain`), or the current holder of the
    /// exclusion (`later`).
    @usableFromInline
    enum Turn: Sendable {
        case now, drain, later
    }

    /// Takes the next position in the order of deliveries for `action`. Perform the returned turn after releasing all
    /// locks; `action` runs then.
    @inline(__always)
    func takeTurn(for action: @escaping @Sendable () -> Void) -> Turn {
        if enter() { return .now }
        return submit(action) ? .drain : .later
    }

    /// Delivers `action`, for which `turn` was taken, unless another thread delivers it.
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
