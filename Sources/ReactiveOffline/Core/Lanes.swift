import ReactiveNetworking

/// The lanes in which entries are sent: one pass works on a lane at a time, and a lane may be on hold.
struct Lanes: Sendable {
    typealias Turn = @Sendable () -> Void

    /// The passes that wait for a lane, for each lane that is in use.
    private var waiting: [String: Deque<Turn>] = [:]
    /// The failure for which a lane waits for the next replay.
    private var holds: [String: Network.OperationError] = [:]

    /// Takes a lane, or its place behind others; returns whether the lane was free.
    mutating func take(_ key: String, _ turn: @escaping Turn) -> Bool {
        guard waiting[key] == nil else {
            waiting[key]?.append(turn)
            return false
        }
        waiting[key] = Deque()
        return true
    }

    /// Gives a lane to the next who waits for it.
    mutating func leave(_ key: String) -> Turn? {
        if let turn = waiting[key]?.popFirst() { return turn }
        waiting[key] = nil
        return nil
    }

    func hold(of key: String) -> Network.OperationError? { holds[key] }

    mutating func hold(_ key: String, for error: Network.OperationError) { holds[key] = error }

    mutating func endHolds() { holds = [:] }
}
