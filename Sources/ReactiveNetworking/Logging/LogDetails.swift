/// The details that a log shows beside its lines, on request; see ``Network/log(to:level:showing:)``.
///
/// Secrets are redacted here as everywhere. What is no JSON and no form cannot be searched for them: ask for bodies while you
/// look for a fault, and not where a log is kept.
public struct LogDetails: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The bodies of requests and responses, up to 64 KiB each: JSON and other text on one line, of anything else the size. The
    /// lines of a request begin with `>`, those of a response with `<`.
    public static let bodies = LogDetails(rawValue: 1)
    /// The bodies, with JSON laid out, a line for each member.
    public static let prettyBodies = LogDetails(rawValue: 3)
    /// Each request that is sent, as a `curl` command, with its body; see ``PreparedRequest/curlCommand(redactedBy:)``. Its lines
    /// begin with `$`.
    public static let curl = LogDetails(rawValue: 4)

    var isPretty: Bool { rawValue & 2 != 0 }
}
