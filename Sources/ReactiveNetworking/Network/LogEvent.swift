import Synchronization

/// Something that happened during an operation; see ``Network/events``.
public struct LogEvent: Sendable, CustomStringConvertible {
    /// How an operation ended.
    public enum Outcome: Sendable, Hashable {
        /// With a value.
        case succeeded
        /// With an error.
        case failed(Network.OperationError)
        /// By disposal.
        case cancelled

        public func hash(into hasher: inout Hasher) { hasher.combine(String(describing: self)) }
    }

    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The operation began.
        case began
        /// An attempt began; the first one is 1.
        case attemptBegan(Int)
        /// A response's head came.
        case responded(HTTP.StatusCode)
        /// A response of this status asked for other credentials, and the request is sent again with them, in the same
        /// attempt.
        case reauthorizing(HTTP.StatusCode)
        /// An attempt failed.
        case attemptFailed(Int, Network.OperationError)
        /// Another attempt will be made.
        case retryPlanned(after: Duration)
        /// The operation ended; after a failure, why no further attempt was made.
        case ended(Outcome, StopReason?)

        public func hash(into hasher: inout Hasher) { hasher.combine(String(describing: self)) }
    }

    /// The number of the operation, unique in the process.
    public let operation: UInt64
    /// What was asked.
    public let request: Request
    /// The time since the operation began.
    public let time: Duration
    /// What happened.
    public let kind: Kind

    public var description: String {
        let text =
            switch kind {
            case .began: "\(request)"
            case .attemptBegan(let attempt): "attempt \(attempt)"
            case .responded(let status): "\(status)"
            case .reauthorizing(let status): "\(status), authorizing anew"
            case .attemptFailed(let attempt, let error): "attempt \(attempt) failed: \(error)"
            case .retryPlanned(let delay): "next attempt in \(delay)"
            case .ended(.succeeded, _): "succeeded"
            case .ended(.failed(let error), let reason):
                "failed: \(error)" + (reason.map { " (\($0))" } ?? "")
            case .ended(.cancelled, _): "cancelled"
            }
        return "#\(operation) +\(time) \(text)"
    }
}

/// Where the operations of a network say what happens to them.
final class NetworkLog: Sendable {
    private static let lastNumber = Atomic<UInt64>(0)
    private let output: Signal<LogEvent, Never>
    private let input: Signal<LogEvent, Never>.Observer
    /// Nobody can listen before somebody has asked for the signal, and events that nobody hears need not be made.
    private let hasBeenAskedFor = Atomic(false)

    var isWanted: Bool { hasBeenAskedFor.load(ordering: .relaxed) }

    init() {
        (output, input) = Signal.pipe()
    }

    var signal: Signal<LogEvent, Never> {
        hasBeenAskedFor.store(true, ordering: .relaxed)
        return output
    }

    func nextNumber() -> UInt64 {
        Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    }

    func send(_ event: LogEvent) {
        input.send(value: event)
    }
}
