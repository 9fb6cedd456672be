import ReactiveNetworking

/// The lanes in which entries are sent: one pass works on a lane at a time, and a lane may be on hold.
struct Lanes: Sendable {
    typealias Turn = @Sendable () -> Void

    private struct Waiter: Sendable {
        let pass: ObjectIdentifier
        let turn: Turn
    }

    /// The passes that wait for a lane, for each lane that is in use.
    private var waiting: [String: Deque<Waiter>] = [:]
    /// The failure for which a lane waits for the next replay.
    private var holds: [String: Network.OperationError] = [:]

    /// Takes a lane, or its place behind others; returns whether the lane was free.
    mutating func take(_ key: String, for pass: ObjectIdentifier, _ turn: @escaping Turn) -> Bool {
        guard waiting[key] == nil else {
            waiting[key]?.append(Waiter(pass: pass, turn: turn))
            return false
        }
        waiting[key] = Deque()
        return true
    }

    /// Gives a lane to the next who waits for it.
    mutating func leave(_ key: String) -> Turn? {
        if let next = waiting[key]?.popFirst() { return next.turn }
        waiting[key] = nil
        return nil
    }

    /// Gives up the place of a pass.
    mutating func withdraw(_ pass: ObjectIdentifier, from key: String) {
        let others = waiting[key]?.elements.filter { $0.pass != pass } ?? []
        waiting[key] = Deque()
        for waiter in others { waiting[key]?.append(waiter) }
    }

    func hold(of key: String) -> Network.OperationError? { holds[key] }

    mutating func hold(_ key: String, for error: Network.OperationError) { holds[key] = error }

    mutating func endHolds() { holds = [:] }
}
