/// How much of what happens is written.
public enum LogLevel: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing.
    case none
    /// Failures, with the request that failed.
    case error
    /// The beginning and the end of operations, the status of each response, and planned attempts.
    case info
    /// Every attempt and every step of every exchange, with header fields.
    case verbose

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Network.Event {
    /// The lowest level that tells of this event.
    public var level: LogLevel {
        switch kind {
        case .attemptFailed, .ended(.failed, _): .error
        case .began, .responded, .reauthorizing, .retryPlanned, .ended: .info
        case .attemptBegan, .exchange: .verbose
        }
    }
}
