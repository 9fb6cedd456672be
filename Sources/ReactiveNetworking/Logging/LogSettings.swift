/// A log that a configuration asks for; see ``Network/Configuration/logging``.
///
/// ```swift
/// var configuration = Network.Configuration()
/// configuration.logging = LogSettings(.verbose, showing: .prettyBodies)
/// ```
public struct LogSettings: Hashable, Sendable {
    /// How much is written.
    public var level: LogLevel
    /// The details that are shown beside the lines.
    public var details: LogDetails
    /// Where the lines go.
    public var sink: LogSink

    /// Settings for a log.
    ///
    /// - Parameters:
    ///   - level: how much is written; with ``LogLevel/none`` nothing, whatever a lower layer says.
    ///   - details: what is shown beside the lines; nothing by default.
    ///   - sink: where the lines go.
    public init(_ level: LogLevel, showing details: LogDetails = [], to sink: LogSink = .console) {
        self.level = level
        self.details = details
        self.sink = sink
    }
}
