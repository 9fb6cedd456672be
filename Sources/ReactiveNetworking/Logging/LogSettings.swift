/// The settings of a log in a configuration, for ``Network/Configuration/logging``.
///
/// ```swift
/// var configuration = Network.Configuration()
/// configuration.logging = LogSettings(.verbose, showing: .prettyBodies)
/// ```
public struct LogSettings: Hashable, Sendable {
    /// The level of detail.
    public var level: LogLevel
    /// The details to show in addition to the lines.
    public var details: LogDetails
    /// The destination of the lines.
    public var sink: LogSink

    /// Creates settings for a log.
    ///
    /// - Parameters:
    ///   - level: The level of detail. With ``LogLevel/none`` nothing is written, even if a lower layer enables a log.
    ///   - details: The details to show in addition to the lines; none by default.
    ///   - sink: The destination of the lines.
    public init(_ level: LogLevel, showing details: LogDetails = [], to sink: LogSink = .console) {
        self.level = level
        self.details = details
        self.sink = sink
    }
}
