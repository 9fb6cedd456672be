extension Log {
    /// The amount of detail that a log writes.
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// No lines.
        case none
        /// Failures, with the failed request.
        case error
        /// The start and the end of operations, the status of each response, and planned retries.
        case info
        /// Every attempt and every step of each exchange, with header fields.
        case verbose

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Network.Event {
    /// The lowest level at which this event is written.
    public var level: Log.Level {
        switch kind {
        case .attemptFailed, .ended(.failed, _): .error
        case .began, .responded, .reauthorizing, .retryPlanned, .retryWaitEnded, .reconnecting, .skippedElement,
            .ended:
            .info
        case .attemptBegan, .exchange: .verbose
        }
    }
}
