extension Log {
    /// The settings of a log in a configuration, for ``Network/Configuration/logging``.
    ///
    /// ```swift
    /// var configuration = Network.Configuration()
    /// configuration.logging = Log.Settings(.verbose, showing: .prettyBodies)
    /// ```
    public struct Settings: Hashable, Sendable {
        /// The level of detail.
        public var level: Log.Level
        /// The details to show in addition to the lines.
        public var details: Log.Details
        /// The destination of the lines.
        public var sink: Log.Sink

        /// Creates settings for a log.
        ///
        /// - Parameters:
        ///   - level: The level of detail. With ``Log/Level/none`` nothing is written, even if a lower layer enables a
        ///     log.
        ///   - details: The details to show in addition to the lines; none by default.
        ///   - sink: The destination of the lines.
        public init(_ level: Log.Level, showing details: Log.Details = [], to sink: Log.Sink = .console) {
            self.level = level
            self.details = details
            self.sink = sink
        }
    }
}
